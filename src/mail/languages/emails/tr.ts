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
  'mail.domain_missing.subject': '{domain} alan adının DKIM kaydı bulunamıyor',
  'mail.domain_missing.text': `{domain} alan adından gelen e-postalar imzalanıyor, ancak alıcı sunucular anahtarı artık bulamıyor.

Birçok alıcı sunucu, geçerli imzası olmayan e-postaları reddeder veya spam klasörüne taşır. Kayıt 48 saat içinde geri getirilmezse Postrider bu alan adından e-posta kabul etmeyi durdurur.

Şu kaydı yayımlayın:

{records}

{found}

Postrider kaydı her saat kontrol eder. Başka bir şey yapmanız gerekmez.`,
  'mail.domain_stopped.subject': '{domain} artık gönderim yapamıyor: DKIM kaydı bulunamıyor',
  'mail.domain_stopped.text': `{domain} alan adının DKIM kaydı 48 saattir bulunamıyor. Bu alan adından gelen e-postalar artık reddediliyor (domain_not_verified).

Şu kaydı yayımlayın:

{records}

{found}

Kayıt bulunur bulunmaz alan adı yeniden gönderim yapabilir. Kaydı şimdi kontrol etmek için şunu çalıştırın: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {DNS bu kaydı içermiyor.} other {DNS bu kayıt yerine şunu içeriyor:

{found}}}`,
  'mail.domain_resumed.subject': '{domain} yeniden gönderim yapabilir',
  'mail.domain_resumed.text':
    '{domain} alan adının DKIM kaydı bulundu. Bu alan adından gelen e-postalar yeniden kabul ediliyor.',
  'mail.domain_key.subject': '{domain} için yeni DKIM anahtarı: DNS kaydını yayımlayın',
  'mail.domain_key.text': `DKIM anahtarları düzenli olarak yenilenmelidir. {domain} için yeni bir anahtar oluşturuldu. Postrider, kaydı bulunduktan bir gün sonra yeni anahtarla imzalamaya başlar. O zamana kadar geçerli anahtarla imzalar.

Şu kaydı ekleyin ve geçerli kaydı da koruyun:

{records}

İlerlemeyi görmek için şunu çalıştırın: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Toplu e-postalar reddediliyor} other {{domain} e-postaları reddediliyor}}',
  'mail.sender_rejected.text': `Alıcı sunucular, {since} UTC zamanından beri {domain, select, mailing {hesabınızın toplu e-postalarını} other {{domain} alan adından gelen e-postaları}} gönderen nedeniyle {count, plural, one {# kez} other {# kez}} reddetti. Yanıtlardan biri:

"{reason}"

Alan adının DNS kayıtlarını kontrol edin: GET /domains çağrısını yapın veya postrider domain show komutunu kullanın. Sık görülen nedenler: eksik veya değiştirilmiş bir DKIM kaydı, bu kurulumu içermeyen bir SPF kaydı, başarısız bir DMARC kontrolü veya var olmayan bir gönderen adresi.

Bu retler nedeniyle hiçbir alıcı engellenmedi. Sorun sürdüğü sürece günde bir e-posta alırsınız.`,
  'mail.webhook_gone.subject': 'Webhook’unuz devre dışı bırakıldı',
  'mail.webhook_gone.text': `Webhook’unuzun alıcısı {url}, {since} UTC zamanında 410 (gone) yanıtını verdi. Webhook devre dışı bırakıldı.

Yeni olaylar 30 gün saklanır. Alıcı yeniden kullanılabilir olduğunda veya URL’yi değiştirdiğinizde webhook’u etkinleştirin (PATCH /transactional/webhook, "enabled": true ile). Ardından saklanan olayları yeniden gönderin (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Webhook’unuz başarısız oluyor',
  'mail.webhook_failing.text': `Webhook’unuzun alıcısına ({url}) yapılan tüm istekler {since} UTC zamanından beri başarısız oluyor. {failures, plural, one {# istek} other {Art arda # istek}} başarısız oldu. Son hata:

"{reason}"

Her teslimat 1 dakika, 15 dakika, 2 saat ve 18 saat sonra yeniden denenir. Süresi dolan teslimatları 30 gün içinde yeniden gönderebilirsiniz (POST /transactional/webhook/replays). Alıcının yanıtlarını görmek için GET /transactional/webhook/deliveries çağrısını yapın.

Bir istek başarılı olana kadar bu sorunla ilgili başka e-posta almayacaksınız.`,
  'mail.paused.subject': `{what, select, pause {Gönderim duraklatıldı} automation {Otomasyon e-postaları duraklatıldı} confirmation {Onay e-postaları duraklatıldı} other {Kampanya gönderimi duraklatıldı}}: {account}`,
  'mail.paused.text': `Son yedi günde {account} hesabından gönderilen e-postaların çok fazlası geri döndü veya spam olarak bildirildi:

{reason}

{what, select, pause {Yeni gönderim istekleri reddediliyor. Daha önce kabul edilen işlemsel e-postalar yine gönderilir. Toplu e-postalar bekletilir ve duraklatma kaldırıldığında gönderilir.} other {Hesabın {what, select, automation {otomasyon e-postaları} confirmation {onay e-postaları} other {kampanyaları}} bekletiliyor ve duraklatma kaldırıldığında gönderilecek. Hiçbir e-posta kaybolmaz. Giriş kodları ve diğer tüm e-postalar gönderilmeye devam eder.}}

Bu e-postaları kimin, neden aldığını öğrenin ve kaydolmamış alıcılara gönderim yapmayı bırakın. İstatistikleri görmek ve inceleme istemek için hesabın durum sayfasını açın. Duraklatmayı bu kurulumun işletmecisi kaldırabilir.`,
  'mail.stopped.subject': `{what, select, pause {Gönderim duraklatıldı} restriction {Hesap kısıtlandı} automation {Otomasyon e-postaları duraklatıldı} confirmation {Onay e-postaları duraklatıldı} other {Kampanya gönderimi duraklatıldı}}: {account}`,
  'mail.stopped.text': `Bu kurulumun işletmecisinin mesajı:

{reason}

Ayrıntılar için ve inceleme istemek için hesabın durum sayfasını açın.`,
  'mail.review_asked.subject': 'İnceleme istendi: {account}',
  'mail.review_asked.text': `{by}, {account} hesabını incelemenizi istiyor ve şunu yazıyor:

{message}

Panelin işletmeci sayfasında hesabı ve istatistiklerini inceleyin, ardından isteği onaylayın veya reddedin.`,
  'mail.review_decided.subject': `İsteğiniz {decision, select, approved {onaylandı} other {reddedildi}}: {account}`,
  'mail.review_decided.text': `İşletmeciden {account} hesabını incelemesini istediniz. {decision, select, approved {İşletmeci isteği onayladı. Değişiklik şimdiden geçerli.} other {İşletmeci isteği reddetti. Nedeni giderdikten sonra hesabın durum sayfasında yeni bir inceleme isteyebilirsiniz.}}{reason, select, none {} other {

İşletmecinin mesajı:

{reason}}}`,
  'mail.content_waiting.subject': 'Onay bekleyen içerik var: {account}',
  'mail.content_waiting.text': `{account} hesabı {kind, select, campaign {bir kampanya} confirmation {bir onay e-postası} other {bir otomasyon e-postası}} göndermek istiyor:

{title}

{findings, plural, =0 {Kontroller sorun bulmadı.} one {Kontroller # sorun buldu.} other {Kontroller # sorun buldu.}}

İçeriği panelin işletmeci sayfasında inceleyin, ardından onaylayın veya reddedin. Bekleyen tüm incelemeleri tamamlanana kadar bu hesapla ilgili başka bildirim almayacaksınız.`,
  'mail.content_decided.subject': `{decision, select, approved {İçerik onaylandı} other {İçerik reddedildi}}: {title}`,
  'mail.content_decided.text': `Bu kurulumun işletmecisi “{title}” içeriğini {decision, select, approved {onayladı} other {reddetti}}.{reason, select, none {} other {

İşletmecinin mesajı:

{reason}}}

{decision, select, approved {{kind, select, campaign {Kampanyayı artık gönderebilirsiniz.} other {E-posta artık otomatik olarak gönderiliyor.}} İçeriği değiştirirseniz işletmecinin yeniden onaylaması gerekir.} other {İçeriği değiştirin{kind, select, campaign { ve kampanyayı yeniden gönderin} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Bir kampanya durduruldu: {title}',
  'mail.campaign_stopped.text': `“{title}” kampanyası ilk sonuçları nedeniyle duraklatıldı:

{reason}

Bu e-postaları kimin, neden aldığını kontrol edin. Ardından kampanyayı iptal edin veya bu kurulumun işletmecisinden kampanyayı serbest bırakmasını isteyin.`,
  'mail.optimized.subject': 'Kampanyalarınız artık yalnızca etkin kişilere gönderiliyor',
  'mail.optimized.text': `“{title}” kampanyasının sonuçları normalin çok altında:

{reason}

Hesabın kampanyaları artık yalnızca son 90 günde bir e-posta açmış veya yeni olan kişilere gönderiliyor. Bu kısıtlama, yeterli sayıda iyi sonuçlu kampanyadan sonra otomatik olarak veya bu kurulumun işletmecisi kaldırdığında sona erer.`,
  'figures.bounce_rate': 'Geri dönme oranı: %{rate} ({whole} içinde {part}), sınır: %{limit}',
  'figures.complaint_rate': 'Şikâyet oranı: %{rate} ({whole} içinde {part}), sınır: %{limit}',
  'figures.open_rate': 'Açılma oranı: %{rate} ({whole} içinde {part}), en az: %{limit}',
  'figures.reached': 'İlk dalgada ulaşılan kişiler: %{rate} ({whole} içinde {part}), en az: %{limit}',
  'mail.delivery.subject': `{kind, select, resolver {DNS hataları e-postaları geciktiriyor} unprepared {İletiler hazırlanamıyor} route {Yedek teslimat yolu kullanılıyor: {name} çalışmıyor} other {{name} için e-postalar gecikiyor}}`,
  'mail.delivery.text': `{problems}

Sorun sürdüğü sürece her sorun için günde bir e-posta alırsınız.`,
  'delivery.resolver': `DNS hataları e-postaları geciktiriyor. DNS çözümleyicisi, daha önce posta sunucusu olan alan adları için posta sunucusu bildirmiyor ({count}×). Son hata: "{reason}"

POSTRIDER_RESOLVER ayarındaki veya her teslimat sunucusundaki /etc/resolv.conf dosyasındaki ad sunucularının doğru yanıt verdiğini kontrol edin. DNS hataları geri dönmelere veya alıcıların engellenmesine yol açmaz. Postrider e-postaları göndermeyi otomatik olarak yeniden dener.`,
  'delivery.unprepared': `İletiler saklanan verilerden hazırlanamıyor ve birkaç saat gecikebilir:

{list}

Günlükte "Message could not be prepared" ifadesini arayın ve veritabanının diskini kontrol edin.`,
  'delivery.receivers': `Alıcı sunucular bu kurulumun IP adreslerinden gelen e-postaları reddediyor veya erteliyor ya da sunuculara ulaşılamıyor:

{list}

IP adreslerinin yukarıda adı geçen engelleme listelerinde olup olmadığını kontrol edin. postrider doctor komutu başlıca engelleme listelerini kontrol eder. IP adreslerinin ters DNS adlarını da kontrol edin ve hangi hesabın istenmeyen e-posta gönderdiğini bulun. Nedeni giderdikten sonra engelleme listelerinden çıkarılmayı isteyin.

Bekleyen e-postalar duraklama bittiğinde gönderilir.`,
  'delivery.paused': '{name} geçici olarak az e-posta kabul ediyor veya hiç kabul etmiyor',
  'delivery.blocked': '{name} e-postaları kendi kuralları gereği reddediyor',
  'delivery.route': '{name} hedefine ulaşılamadı, bu nedenle sonraki teslimat yolu kullanıldı',
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
