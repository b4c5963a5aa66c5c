import type { MailCatalog } from './catalog.ts';

export const tr: MailCatalog = {
  'mail.reset.subject': 'Parolanızı sıfırlayın',
  'mail.reset.text': `Merhaba,

Postrider için yeni bir parola belirlemek üzere bu bağlantıyı kullanın:

{link}

Bağlantı bir kez kullanılabilir ve bir saat sonra geçerliliğini yitirir. Başka bir bağlantı isterseniz bu bağlantı çalışmaz.

Bunu siz istemediyseniz bu e-postayı dikkate almayın. Bağlantı kullanılmadıkça hiçbir şey değişmez.`,
  'mail.address_change.subject': 'Yeni e-posta adresinizi onaylayın',
  'mail.address_change.text': `Merhaba,

Bir Postrider kullanıcısı bu e-posta adresiyle oturum açmak istiyor. Adresi onaylamak için bir saat içinde bu bağlantıyı açın:

{link}

Bunu siz istemediyseniz bu e-postayı dikkate almayın. Bağlantı kullanılmadıkça hiçbir şey değişmez.`,
  'mail.address_changed.subject': 'E-posta adresiniz değiştirildi',
  'mail.address_changed.text': `Merhaba,

Artık Postrider’da bu adres yerine {address} ile oturum açıyorsunuz.

Bu değişikliği siz yapmadıysanız hemen hesabınızın bir sahibine başvurun.`,
  'mail.password_changed.subject': 'Parolanız değiştirildi',
  'mail.password_changed.text': `Merhaba,

Postrider parolanız değiştirildi ve diğer tüm oturumlarınız kapatıldı.

Bu değişikliği siz yapmadıysanız oturum açma sayfasında hemen parolanızı sıfırlayın.`,
  'mail.password_reset.subject': 'Parolanız değiştirildi',
  'mail.password_reset.text': `Merhaba,

Postrider parolanız bu adrese gönderilen bir bağlantıyla değiştirildi.

Tüm hesaplarınızda şunlar iptal edildi: {sessions, plural, one {# oturum} other {# oturum}}, {tokens, plural, one {# kişisel erişim belirteci} other {# kişisel erişim belirteci}} ve {grants, plural, one {# bağlı uygulama} other {# bağlı uygulama}}. Yeni belirteçler oluşturun ve uygulamalarınızı yeniden bağlayın. API anahtarları hesaplara aittir ve çalışmaya devam eder. Geçiş anahtarlarınız (passkey) ve iki adımlı doğrulama değişmedi.

Bu değişikliği siz yapmadıysanız başka biri e-postalarınızı okuyabiliyor demektir. Posta kutunuzu güvenceye alın, oturum açma sayfasında parolanızı yeniden sıfırlayın ve geçiş anahtarlarınızı kontrol edin.`,
  'mail.left_keys.subject': '{account} hesabından ayrılan bir üyenin API anahtarları',
  'mail.left_keys.text': `Merhaba,

{name} artık Postrider’daki {account} hesabının üyesi değil. Bu kişinin oluşturduğu API anahtarları çalışmaya devam ediyor:

{keys}

Bu kişide anahtarlardan biri hâlâ bulunabilirse API anahtarları sayfasında anahtarı yenileyin veya iptal edin.`,
  'mail.factor.subject': 'Oturum açma ayarlarınız değiştirildi',
  'mail.factor.text': `Merhaba,

Postrider oturumunuz için {change, select, two_factor_on {iki adımlı doğrulama açıldı} two_factor_off {iki adımlı doğrulama kapatıldı} passkey_added {bir geçiş anahtarı (passkey) eklendi} other {bir geçiş anahtarı (passkey) silindi}}.

Bu değişikliği siz yapmadıysanız hemen parolanızı değiştirin.`,
  'mail.invitation.subject': '{account} hesabına davet',
  'mail.invitation.text': `Merhaba,

{by, select, none {Postrider’daki {account} hesabına katılmaya davet edildiniz.} other {{by} sizi Postrider’daki {account} hesabına katılmaya davet etti.}} Kabul etmek için yedi gün içinde bu bağlantıyı açın:

{link}

Bu daveti beklemiyorsanız bu e-postayı dikkate almayın.`,
  'mail.account_closed.subject': '{account} hesabı silindi',
  'mail.account_closed.text': `Merhaba,

{actor, select, operator {Bu kurulumun işletmecisi} other {{by}}}, Postrider’daki {account} hesabını sildi.

Üyelerin, API anahtarlarının, belirteçlerin ve uygulamaların artık erişimi yok ve hesap yeni e-posta kabul etmiyor. Daha önce kabul edilen e-postalar yine gönderilir ve webhook’lar bunların olaylarını alır.

Tüm veriler {due} (UTC) tarihinde veya son e-posta gönderildikten sonra, hangisi daha geçse, kalıcı olarak silinir. İletiler, API anahtarları, alan adları ve DKIM anahtarları, engellenen adresler, istatistikler, ayarlar ve denetim günlüğü de silinir.

O zamana kadar bu kurulumun işletmecisi hesabı geri yükleyebilir. Bunun için {operator} adresine yazın.`,
  'mail.account_restored.subject': '{account} hesabı geri yüklendi',
  'mail.account_restored.text': `Merhaba,

Postrider’daki {account} hesabı geri yüklendi. Üyelerin ve API anahtarlarının yeniden erişimi var. Hiçbir veri kaybolmadı.`,
  'mail.account_deleted.subject': '{account} hesabındaki tüm veriler silindi',
  'mail.account_deleted.text': `Merhaba,

Postrider’da silinen {account} hesabındaki tüm veriler kalıcı olarak silindi. Bu kurulumun eski yedekleri, yenileriyle değiştirilene kadar verileri içerebilir.

Artık alan adlarının DKIM kayıtlarını DNS’ten kaldırabilirsiniz.`,
  'mail.person_deleted.subject': 'Kullanıcı hesabınız silindi',
  'mail.person_deleted.text': `Merhaba,

Postrider’daki kullanıcı hesabınız {by, select, you {isteğiniz üzerine} other {bu kurulumun işletmecisi tarafından}} silindi. Adınız, parolanız, geçiş anahtarlarınız (passkey), oturumlarınız ve erişim belirteçleriniz silindi ve artık hiçbir hesabın üyesi değilsiniz. Bu işlem geri alınamaz, ancak yeniden davet edilebilirsiniz.`,
  'mail.member_deleted.subject': '{account} hesabının bir üyesi silindi',
  'mail.member_deleted.text': `Merhaba,

{name} adlı kişinin Postrider kullanıcı hesabı silindi. {name} artık {account} hesabının üyesi değil. Bu kişinin erişim belirteçleri ve bağlı uygulamaları artık çalışmıyor.

{keys, select, none {{name} etkin bir API anahtarı oluşturmamış.} other {Bu kişinin oluşturduğu API anahtarları hesaba aittir ve çalışmaya devam eder. Bu kişide hâlâ bulunabilecek anahtarları yenileyin:

{keys}}}`,
  'mail.alert.subject': `Uyarı: “{tag}” için {kind, select, bounce_rate {geri dönme oranı} complaint_rate {şikâyet oranı} failure_rate {hata oranı} other {hiç e-posta yok}}`,
  'mail.alert.text': `{finding}

{advice}

Bu uyarı sona erdiğinde başka bir e-posta alacaksınız. Uyarı kimliği: {id}.`,
  'mail.alert_ended.subject': `Uyarı sona erdi: “{tag}” için {kind, select, bounce_rate {geri dönme oranı} complaint_rate {şikâyet oranı} failure_rate {hata oranı} other {hiç e-posta yok}}`,
  'mail.alert_ended.text': `{finding}

Uyarı {since} UTC zamanından beri etkindi. Uyarı kimliği: {id}.`,
  'alert.bounce_rate': `“{tag}” etiketinin geri dönme oranı ({window}): teslim edilen veya geri dönen e-postaların %{percent} kadarı ({whole} içinde {part}).`,
  'alert.complaint_rate': `“{tag}” etiketinin şikâyet oranı ({window}): teslim edilen e-postaların %{percent} kadarı ({whole} içinde {part}).`,
  'alert.failure_rate': `“{tag}” etiketinin hata oranı ({window}): teslim edilen, geri dönen veya başarısız olan e-postaların %{percent} kadarı ({whole} içinde {part}).`,
  'alert.above': 'Oran, %{threshold} eşiğinin üzerinde.',
  'alert.below': 'Oran artık %{threshold} eşiğinin üzerinde değil.',
  'alert.few': `Uyarının oranı değerlendirmesi için en az {minimum, plural, one {# e-posta} other {# e-posta}} gerekir.`,
  'alert.silence': `Bu uyarının zaman aralığında ({window}) “{tag}” etiketi için hiçbir teslimat, geri dönüş veya hata kaydedilmedi.`,
  'alert.resumed': '“{tag}” etiketli e-postalar yeniden gönderiliyor.',
  'alert.last': 'Son sonuç: {time, select, never {yok} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Bu etiketle en son geri dönen e-postaların zaman çizelgelerindeki nedenleri inceleyin. Sık görülen nedenler: yanlış yazılmış veya onaylanmamış adresler, eski bir liste ya da bu göndereni engelleyen bir alıcı sunucu.',
  'alert.advice.complaint_rate':
    'Alıcılar bu e-postaları spam olarak işaretledi. Bu e-postaları kimlerin aldığını, alıcıların bunları bekleyip beklemediğini ve konunun, gönderenin veya hedef kitlenin yakın zamanda değişip değişmediğini kontrol edin.',
  'alert.advice.failure_rate':
    'Bu e-postalar son denemeden sonra başarısız oldu. Zaman çizelgelerindeki nedenleri inceleyin. Sık görülen nedenler: alıcının alan adına ulaşılamıyor ya da bu kurulumun aktarıcısı veya ağı çalışmıyor.',
  'alert.advice.silence':
    'Uygulamanın hâlâ e-posta gönderip göndermediğini kontrol edin. Sık görülen nedenler: artık çalışmayan bir görev, iptal edilmiş bir API anahtarı veya duraklatılmış bir hesap. Bu etiketle artık e-posta göndermiyorsanız bu uyarıyı silin.',
};
