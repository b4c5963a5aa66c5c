import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { guessEncoding } from './encoding-guess.ts';
import type { Encoding } from './encodings.ts';

const NAMES = {
  german: 'Jürgen Müller,Köln\nKäthe Groß,Düsseldorf\n',
  french: 'René Côté,Orléans\nHélène Lefèvre,Besançon\nFrançois Noël,Nîmes\n',
  spanish: 'José Núñez,Málaga\nMaría Peña,Cádiz\n',
  nordic: 'Jørgen Sørensen,Århus\nÅse Bjørk,Tromsø\n',
  polish: 'Łucja Żak,Łódź\nMałgorzata Wójcik,Gdańsk\n',
  czech: 'Jiří Novák,Plzeň\nŽaneta Dvořáková,České Budějovice\n',
  hungarian: 'Győző Szőke,Győr\nErzsébet Kovács,Pécs\n',
  turkish: 'Ayşe Yıldız,Muğla\nÇağrı Şahin,İzmir\n',
  lithuanian: 'Žydrūnas Šarūnas,Šiauliai\nRūta Ąžuolaitė,Kėdainiai\n',
  russian: 'Анна Иванова,Москва\nПётр Жуков,Санкт-Петербург\n',
  ukrainian: 'Олексій Шевченко,Київ\nЄвгенія Їжак,Львів\n',
  greek: 'Γιώργος Παπαδόπουλος,Αθήνα\nΕλένη Νικολάου,Πάτρα\n',
  hebrew: 'דוד כהן,תל אביב\nשרה לוי,חיפה\n',
  arabic: 'محمد علي,القاهرة\nفاطمة حسن,دمشق\n',
  thai: 'สมชาย ใจดี,กรุงเทพ\n',
  japanese: '山田,太郎,東京都\n佐藤,花子,大阪府\nスズキ,たかし,名古屋市\n',
  chinese: '张伟,北京\n王芳,上海\n李娜,广州\n',
  taiwanese: '陳志明,台北市\n林淑芬,高雄市\n',
  korean: '김철수,서울\n이영희,부산\n',
} as const;

const table: [keyof typeof NAMES, Encoding, string][] = [
  ['german', 'Windows-1252', 'win1252'],
  ['german', 'Mac Roman', 'macroman'],
  ['german', 'IBM850', 'cp850'],
  ['french', 'Windows-1252', 'win1252'],
  ['french', 'Mac Roman', 'macroman'],
  ['spanish', 'Windows-1252', 'win1252'],
  ['spanish', 'Mac Roman', 'macroman'],
  ['nordic', 'Windows-1252', 'win1252'],
  ['nordic', 'Mac Roman', 'macroman'],
  ['polish', 'Windows-1250', 'win1250'],
  ['polish', 'ISO-8859-2', 'iso88592'],
  ['polish', 'IBM852', 'cp852'],
  ['czech', 'Windows-1250', 'win1250'],
  ['czech', 'ISO-8859-2', 'iso88592'],
  ['hungarian', 'Windows-1250', 'win1250'],
  ['turkish', 'Windows-1254', 'win1254'],
  ['lithuanian', 'Windows-1257', 'win1257'],
  ['russian', 'Windows-1251', 'win1251'],
  ['russian', 'KOI8-R', 'koi8r'],
  ['russian', 'IBM866', 'cp866'],
  ['russian', 'ISO-8859-5', 'iso88595'],
  ['russian', 'Mac Cyrillic', 'maccyrillic'],
  ['ukrainian', 'Windows-1251', 'win1251'],
  ['ukrainian', 'KOI8-U', 'koi8u'],
  ['greek', 'Windows-1253', 'win1253'],
  ['hebrew', 'Windows-1255', 'win1255'],
  ['arabic', 'Windows-1256', 'win1256'],
  ['thai', 'Windows-874', 'win874'],
  ['japanese', 'Shift_JIS', 'shiftjis'],
  ['japanese', 'EUC-JP', 'eucjp'],
  ['chinese', 'GB18030', 'gbk'],
  ['taiwanese', 'Big5', 'big5'],
  ['korean', 'EUC-KR', 'euckr'],
];

describe('guessEncoding', () => {
  it.each(table)('detects %s names in %s', (language, encoding, codec) => {
    expect(guessEncoding(iconv.encode(NAMES[language], codec))).toBe(encoding);
  });

  it.each<[string, Encoding, number[]]>([
    ['Jürgen and René on a Mac', 'Mac Roman', [0x4a, 0x9f, 0x72, 0x67, 0x65, 0x6e, 0x2c, 0x52, 0x65, 0x6e, 0x8e, 0x0a]],
    ['a single é', 'Windows-1252', [0x52, 0x65, 0x6e, 0xe9, 0x0a]],
    ['Yamada Taro', 'Shift_JIS', [0x8e, 0x52, 0x93, 0x63, 0x2c, 0x91, 0xbe, 0x98, 0x59]],
    ['a typographic apostrophe', 'Windows-1252', [0x4f, 0x92, 0x4e, 0x65, 0x69, 0x6c, 0x0a]],
    ['a euro sign', 'Windows-1252', [0x31, 0x30, 0x20, 0x80, 0x0a]],
  ])('detects the encoding from %s', (_what, encoding, bytes) => {
    expect(guessEncoding(Buffer.from(bytes))).toBe(encoding);
  });
});
