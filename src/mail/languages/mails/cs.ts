import type { MailCatalog } from './catalog.ts';

export const cs: MailCatalog = {
  'mail.reset.subject': 'Obnovení hesla',
  'mail.reset.text': `Dobrý den,

pomocí tohoto odkazu si nastavíte nové heslo pro Postrider:

{link}

Odkaz lze použít jednou a jeho platnost vyprší za hodinu. Pokud si vyžádáte další odkaz, tento přestane platit.

Pokud jste o to nežádali, tento e-mail ignorujte. Dokud nikdo odkaz nepoužije, nic se nezmění.`,
  'mail.address_change.subject': 'Potvrďte novou e-mailovou adresu',
  'mail.address_change.text': `Dobrý den,

uživatel služby Postrider se chce přihlašovat touto e-mailovou adresou. Adresu potvrdíte otevřením tohoto odkazu do jedné hodiny:

{link}

Pokud jste o to nežádali, tento e-mail ignorujte. Dokud nikdo odkaz nepoužije, nic se nezmění.`,
  'mail.address_changed.subject': 'Vaše e-mailová adresa byla změněna',
  'mail.address_changed.text': `Dobrý den,

do služby Postrider se nyní přihlašujete adresou {address} místo této adresy.

Pokud jste změnu neprovedli vy, ihned kontaktujte vlastníka svého účtu.`,
  'mail.password_changed.subject': 'Vaše heslo bylo změněno',
  'mail.password_changed.text': `Dobrý den,

vaše heslo pro Postrider bylo změněno a všude jinde jste byli odhlášeni.

Pokud jste změnu neprovedli vy, ihned si na přihlašovací stránce obnovte heslo.`,
  'mail.password_reset.subject': 'Vaše heslo bylo změněno',
  'mail.password_reset.text': `Dobrý den,

vaše heslo pro Postrider bylo změněno pomocí odkazu odeslaného na tuto adresu.

Ve všech vašich účtech skončila platnost těchto přístupů: {sessions, plural, one {# relace} few {# relace} many {# relace} other {# relací}}, {tokens, plural, one {# osobní přístupový token} few {# osobní přístupové tokeny} many {# osobního přístupového tokenu} other {# osobních přístupových tokenů}} a {grants, plural, one {# připojená aplikace} few {# připojené aplikace} many {# připojené aplikace} other {# připojených aplikací}}. Vytvořte nové tokeny a aplikace znovu připojte. Klíče API patří účtům a fungují dál. Vaše přístupové klíče (passkeys) a dvoufázové ověření se nezměnily.

Pokud jste změnu neprovedli vy, může vaše e-maily číst někdo jiný. Zabezpečte svou schránku, na přihlašovací stránce si znovu obnovte heslo a zkontrolujte přístupové klíče.`,
  'mail.left_keys.subject': 'Klíče API člena, který opustil účet {account}',
  'mail.left_keys.text': `Dobrý den,

{name} již není členem účtu {account} ve službě Postrider. Klíče API, které tato osoba vytvořila, fungují dál:

{keys}

Pokud tato osoba může některý z těchto klíčů stále mít, na stránce klíčů API jej vyměňte nebo zrušte.`,
  'mail.factor.subject': 'Vaše nastavení přihlášení bylo změněno',
  'mail.factor.text': `Dobrý den,

{change, select, two_factor_on {bylo zapnuto dvoufázové ověření} two_factor_off {bylo vypnuto dvoufázové ověření} passkey_added {byl přidán přístupový klíč (passkey)} other {byl odstraněn přístupový klíč (passkey)}} pro vaše přihlášení do služby Postrider.

Pokud jste změnu neprovedli vy, ihned si změňte heslo.`,
  'mail.invitation.subject': 'Pozvánka do účtu {account}',
  'mail.invitation.text': `Dobrý den,

{by, select, none {byla pro vás vytvořena pozvánka} other {{by} vás zve}} do účtu {account} ve službě Postrider. Pozvánku přijmete otevřením tohoto odkazu do sedmi dnů:

{link}

Pokud jste pozvánku nečekali, tento e-mail ignorujte.`,
  'mail.account_closed.subject': 'Účet {account} byl smazán',
  'mail.account_closed.text': `Dobrý den,

účet {account} ve službě Postrider byl smazán. Smazání provedl: {actor, select, operator {provozovatel této instalace} other {{by}}}.

Členové, klíče API, tokeny a aplikace již nemají přístup a účet nepřijímá nové e-maily. Dříve přijaté e-maily se ještě odešlou a webhooky obdrží příslušné události.

Všechna data budou trvale smazána {due} (UTC) nebo po odeslání posledního e-mailu, podle toho, co nastane později. Patří k nim zprávy, klíče API, domény s klíči DKIM, blokované adresy, statistiky, nastavení a protokol auditu.

Do té doby může provozovatel této instalace účet obnovit. Obraťte se na adresu {operator}.`,
  'mail.account_restored.subject': 'Účet {account} byl obnoven',
  'mail.account_restored.text': `Dobrý den,

účet {account} ve službě Postrider byl obnoven. Členové a klíče API mají opět přístup. Žádná data se neztratila.`,
  'mail.account_deleted.subject': 'Všechna data účtu {account} byla smazána',
  'mail.account_deleted.text': `Dobrý den,

všechna data smazaného účtu {account} ve službě Postrider byla trvale smazána. Starší zálohy této instalace mohou data obsahovat, dokud nebudou nahrazeny.

Nyní můžete z DNS odstranit záznamy DKIM domén tohoto účtu.`,
  'mail.person_deleted.subject': 'Váš uživatelský účet byl smazán',
  'mail.person_deleted.text': `Dobrý den,

{by, select, you {smazali jste svůj} other {provozovatel této instalace smazal váš}} uživatelský účet ve službě Postrider. Vaše jméno, heslo, přístupové klíče (passkeys), relace a přístupové tokeny byly smazány a nejste již členem žádného účtu. Smazání nelze vrátit, ale můžete dostat novou pozvánku.`,
  'mail.member_deleted.subject': 'Člen účtu {account} byl smazán',
  'mail.member_deleted.text': `Dobrý den,

uživatelský účet osoby {name} ve službě Postrider byl smazán. {name} již není členem účtu {account}. Přístupové tokeny a připojené aplikace této osoby přestaly fungovat.

{keys, select, none {{name} nemá žádné vytvořené aktivní klíče API.} other {Klíče API, které tato osoba vytvořila, patří účtu a fungují dál. Vyměňte klíče, které může stále mít:

{keys}}}`,
  'mail.alert.subject': `Upozornění: {kind, select, bounce_rate {míra odmítnutí} complaint_rate {míra stížností} failure_rate {míra chyb} other {žádné e-maily}} u „{tag}“`,
  'mail.alert.text': `{finding}

{advice}

Až upozornění pomine, dostanete další e-mail. ID upozornění: {id}.`,
  'mail.alert_ended.subject': `Upozornění pominulo: {kind, select, bounce_rate {míra odmítnutí} complaint_rate {míra stížností} failure_rate {míra chyb} other {žádné e-maily}} u „{tag}“`,
  'mail.alert_ended.text': `{finding}

Upozornění trvalo od {since} UTC. ID upozornění: {id}.`,
  'alert.bounce_rate': `Míra odmítnutí u štítku „{tag}“ (období: {window}): {percent} % ({part} z {whole}) doručených nebo odmítnutých e-mailů.`,
  'alert.complaint_rate': `Míra stížností u štítku „{tag}“ (období: {window}): {percent} % ({part} z {whole}) doručených e-mailů.`,
  'alert.failure_rate': `Míra chyb u štítku „{tag}“ (období: {window}): {percent} % ({part} z {whole}) doručených, odmítnutých nebo neúspěšných e-mailů.`,
  'alert.above': 'Míra překračuje práh {threshold} %.',
  'alert.below': 'Míra již nepřekračuje práh {threshold} %.',
  'alert.few': `K vyhodnocení míry upozornění potřebuje alespoň {minimum, plural, one {# e-mail} few {# e-maily} many {# e-mailu} other {# e-mailů}}.`,
  'alert.silence': `V období tohoto upozornění ({window}) nebylo u štítku „{tag}“ zaznamenáno žádné doručení, odmítnutí ani chyba.`,
  'alert.resumed': 'E-maily se štítkem „{tag}“ se znovu odesílají.',
  'alert.last': 'Poslední výsledek: {time, select, never {žádný} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Zkontrolujte důvody v historii nejnovějších odmítnutých e-mailů s tímto štítkem. Časté příčiny: překlepy v adresách nebo nepotvrzené adresy, starý seznam nebo přijímající server, který tohoto odesílatele blokuje.',
  'alert.advice.complaint_rate':
    'Příjemci tyto e-maily označili jako spam. Zkontrolujte, kdo je dostává, zda je příjemci očekávají a zda se nedávno nezměnil předmět, odesílatel nebo cílová skupina.',
  'alert.advice.failure_rate':
    'Tyto e-maily se nepodařilo doručit ani na poslední pokus. Zkontrolujte důvody v jejich historii. Časté příčiny: doména příjemce je nedostupná nebo nefunguje relay či síť této instalace.',
  'alert.advice.silence':
    'Zkontrolujte, zda aplikace stále odesílá e-maily. Časté příčiny: úloha, která se přestala spouštět, zrušený klíč API nebo pozastavený účet. Pokud e-maily s tímto štítkem již neodesíláte, upozornění smažte.',
};
