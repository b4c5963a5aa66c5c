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
  'mail.domain_missing.subject': 'Chybí záznam DKIM domény {domain}',
  'mail.domain_missing.text': `E-maily z domény {domain} se podepisují, ale přijímající servery již nenacházejí klíč.

Mnoho přijímajících serverů e-maily bez platného podpisu odmítá nebo je přesouvá do složky se spamem. Pokud záznam nebude do 48 hodin obnoven, Postrider přestane e-maily z této domény přijímat.

Zveřejněte tento záznam:

{records}

{found}

Postrider kontroluje záznam každou hodinu. Nic dalšího dělat nemusíte.`,
  'mail.domain_stopped.subject': 'Doména {domain} již nemůže odesílat: chybí její záznam DKIM',
  'mail.domain_stopped.text': `Záznam DKIM domény {domain} chybí již 48 hodin. E-maily z této domény se nyní odmítají (domain_not_verified).

Zveřejněte tento záznam:

{records}

{found}

Jakmile bude záznam nalezen, doména bude moci znovu odesílat. Chcete-li záznam zkontrolovat hned, spusťte: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {DNS tento záznam neobsahuje.} other {DNS místo tohoto záznamu obsahuje:

{found}}}`,
  'mail.domain_resumed.subject': 'Doména {domain} může znovu odesílat',
  'mail.domain_resumed.text': 'Záznam DKIM domény {domain} byl nalezen. E-maily z této domény se znovu přijímají.',
  'mail.domain_key.subject': 'Nový klíč DKIM pro {domain}: zveřejněte jeho záznam DNS',
  'mail.domain_key.text': `Klíče DKIM je třeba pravidelně měnit. Pro doménu {domain} byl vytvořen nový klíč. Postrider začne novým klíčem podepisovat den po nalezení jeho záznamu. Do té doby podepisuje současným klíčem.

Přidejte tento záznam a současný ponechte:

{records}

Chcete-li zobrazit průběh, spusťte: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Hromadné e-maily jsou odmítány} other {E-maily z {domain} jsou odmítány}}',
  'mail.sender_rejected.text': `Od {since} UTC přijímající servery {count, plural, one {jednou} few {#krát} many {#krát} other {#krát}} odmítly {domain, select, mailing {hromadné e-maily z vašeho účtu} other {e-maily z domény {domain}}} kvůli odesílateli. Jedna z odpovědí:

"{reason}"

Zkontrolujte záznamy DNS domény: zavolejte GET /domains nebo použijte příkaz postrider domain show. Časté příčiny: chybějící nebo změněný záznam DKIM, záznam SPF bez této instalace, neúspěšná kontrola DMARC nebo neexistující adresa odesílatele.

Kvůli těmto odmítnutím nebyli zablokováni žádní příjemci. Dokud problém trvá, dostanete jeden e-mail denně.`,
  'mail.webhook_gone.subject': 'Váš webhook byl vypnut',
  'mail.webhook_gone.text': `Příjemce vašeho webhooku, {url}, odpověděl {since} UTC stavem 410 (gone). Webhook byl vypnut.

Nové události se uchovávají 30 dní. Až bude příjemce znovu dostupný nebo až změníte adresu URL, webhook zapněte (PATCH /transactional/webhook s "enabled": true). Poté uchované události odešlete znovu (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Váš webhook nefunguje',
  'mail.webhook_failing.text': `Všechny požadavky na příjemce vašeho webhooku, {url}, od {since} UTC selhávají. {failures, plural, one {Selhal # požadavek} few {Selhaly # požadavky po sobě} many {Selhalo # požadavku po sobě} other {Selhalo # požadavků po sobě}}. Poslední chyba:

"{reason}"

Každé doručení se opakuje po 1 minutě, 15 minutách, 2 hodinách a 18 hodinách. Vypršená doručení můžete do 30 dní odeslat znovu (POST /transactional/webhook/replays). Odpovědi příjemce zobrazíte voláním GET /transactional/webhook/deliveries.

Další e-mail o tomto problému nedostanete, dokud některý požadavek neuspěje.`,
  'mail.paused.subject': `{what, select, pause {Odesílání pozastaveno} automation {E-maily z automatizací pozastaveny} confirmation {Potvrzovací e-maily pozastaveny} other {Odesílání kampaní pozastaveno}}: {account}`,
  'mail.paused.text': `Za posledních sedm dní bylo příliš mnoho e-mailů z účtu {account} odmítnuto nebo nahlášeno jako spam:

{reason}

{what, select, pause {Nové požadavky na odeslání e-mailu se odmítají. Dříve přijaté transakční e-maily se ještě odešlou. Hromadné e-maily se zadrží a odešlou se po zrušení pozastavení.} other {{what, select, automation {E-maily z automatizací} confirmation {Potvrzovací e-maily} other {Kampaně}} tohoto účtu čekají a odešlou se po zrušení pozastavení. Žádný e-mail se neztratí. Přihlašovací kódy a všechny ostatní e-maily se odesílají dál.}}

Zjistěte, kdo a proč tyto e-maily dostal, a neposílejte je příjemcům, kteří se nepřihlásili. Statistiky najdete na stránce stavu účtu, kde můžete také požádat o přezkum. Pozastavení může zrušit provozovatel této instalace.`,
  'mail.stopped.subject': `{what, select, pause {Odesílání pozastaveno} restriction {Účet omezen} automation {E-maily z automatizací pozastaveny} confirmation {Potvrzovací e-maily pozastaveny} other {Odesílání kampaní pozastaveno}}: {account}`,
  'mail.stopped.text': `Provozovatel této instalace píše:

{reason}

Podrobnosti najdete na stránce stavu účtu, kde můžete také požádat o přezkum.`,
  'mail.review_asked.subject': 'Žádost o přezkum: {account}',
  'mail.review_asked.text': `{by} vás žádá o přezkum účtu {account} a píše:

{message}

Zkontrolujte účet a jeho statistiky na stránce provozovatele v administraci a žádost schvalte nebo zamítněte.`,
  'mail.review_decided.subject': `Vaše žádost byla {decision, select, approved {schválena} other {zamítnuta}}: {account}`,
  'mail.review_decided.text': `Požádali jste provozovatele o přezkum účtu {account}. {decision, select, approved {Provozovatel žádost schválil. Změna již platí.} other {Provozovatel žádost zamítl. Po odstranění příčiny můžete na stránce stavu účtu požádat o další přezkum.}}{reason, select, none {} other {

Provozovatel píše:

{reason}}}`,
  'mail.content_waiting.subject': 'Obsah čeká na schválení: {account}',
  'mail.content_waiting.text': `Účet {account} chce odeslat {kind, select, campaign {kampaň} confirmation {potvrzovací e-mail} other {e-mail z automatizace}}:

{title}

{findings, plural, =0 {Kontroly nenašly žádné problémy.} one {Kontroly našly # problém.} few {Kontroly našly # problémy.} many {Kontroly našly # problému.} other {Kontroly našly # problémů.}}

Zkontrolujte obsah na stránce provozovatele v administraci a schvalte jej nebo zamítněte. Další oznámení o tomto účtu dostanete až po dokončení všech jeho čekajících kontrol.`,
  'mail.content_decided.subject': `{decision, select, approved {Obsah schválen} other {Obsah zamítnut}}: {title}`,
  'mail.content_decided.text': `Provozovatel této instalace {decision, select, approved {schválil} other {zamítl}} obsah „{title}“.{reason, select, none {} other {

Provozovatel píše:

{reason}}}

{decision, select, approved {{kind, select, campaign {Kampaň nyní můžete odeslat.} other {E-mail se nyní odesílá automaticky.}} Pokud obsah změníte, musí jej provozovatel schválit znovu.} other {Změňte obsah{kind, select, campaign { a odešlete kampaň znovu} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Kampaň byla zastavena: {title}',
  'mail.campaign_stopped.text': `Kampaň „{title}“ byla pozastavena kvůli prvním výsledkům:

{reason}

Zkontrolujte, kdo a proč tyto e-maily dostal. Poté kampaň zrušte nebo požádejte provozovatele této instalace o její uvolnění.`,
  'mail.optimized.subject': 'Vaše kampaně se nyní odesílají jen aktivním kontaktům',
  'mail.optimized.text': `Výsledky kampaně „{title}“ jsou mnohem horší než obvykle:

{reason}

Kampaně tohoto účtu se nyní odesílají jen kontaktům, které jsou nové nebo za posledních 90 dní otevřely e-mail. Omezení skončí automaticky po dostatečném počtu kampaní s dobrými výsledky nebo jakmile je zruší provozovatel této instalace.`,
  'figures.bounce_rate': 'Míra odmítnutí: {rate} % ({part} z {whole}), limit: {limit} %',
  'figures.complaint_rate': 'Míra stížností: {rate} % ({part} z {whole}), limit: {limit} %',
  'figures.open_rate': 'Míra otevření: {rate} % ({part} z {whole}), minimum: {limit} %',
  'figures.reached': 'Kontakty oslovené v první vlně: {rate} % ({part} z {whole}), minimum: {limit} %',
  'mail.delivery.subject': `{kind, select, resolver {Chyby DNS zdržují e-maily} unprepared {Zprávy nelze připravit} route {Používá se záložní trasa doručování: {name} nefunguje} other {E-maily pro {name} se zpožďují}}`,
  'mail.delivery.text': `{problems}

Dokud problém trvá, dostanete o něm jeden e-mail denně.`,
  'delivery.resolver': `Chyby DNS zdržují e-maily. Server DNS nevrací poštovní servery domén, které je dříve měly ({count}×). Poslední chyba: "{reason}"

Zkontrolujte, zda jmenné servery v POSTRIDER_RESOLVER nebo v /etc/resolv.conf na každém doručovacím serveru odpovídají správně. Chyby DNS nezpůsobují odmítnutí ani blokování příjemců. Postrider odeslání automaticky opakuje.`,
  'delivery.unprepared': `Zprávy nelze připravit z uložených dat a mohou se o několik hodin zpozdit:

{list}

Vyhledejte v protokolu "Message could not be prepared" a zkontrolujte disk databáze.`,
  'delivery.receivers': `Přijímající servery odmítají nebo odkládají e-maily z IP adres této instalace, nebo nejsou dostupné:

{list}

Zkontrolujte, zda jsou IP adresy na výše uvedených blokovacích seznamech. Příkaz postrider doctor kontroluje hlavní blokovací seznamy. Zkontrolujte také reverzní záznamy DNS těchto IP adres a zjistěte, který účet posílá nevyžádané e-maily. Po odstranění příčiny požádejte o vyřazení z blokovacích seznamů.

Čekající e-maily se odešlou po skončení pauzy.`,
  'delivery.paused': '{name} dočasně přijímá málo e-mailů nebo žádné',
  'delivery.blocked': '{name} odmítá e-maily podle svých pravidel',
  'delivery.route': 'Server {name} nebyl dostupný, proto byla použita další trasa doručování',
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
