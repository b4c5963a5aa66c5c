import type { MailCatalog } from './catalog.ts';

export const pl: MailCatalog = {
  'mail.reset.subject': 'Zresetuj hasło',
  'mail.reset.text': `Dzień dobry,

ten link służy do ustawienia nowego hasła do Postrider:

{link}

Link działa raz i wygasa po godzinie. Po zamówieniu kolejnego linku ten przestanie działać.

Jeśli to nie była Twoja prośba, zignoruj tę wiadomość. Nic się nie zmieni, dopóki link nie zostanie użyty.`,
  'mail.address_change.subject': 'Potwierdź nowy adres e-mail',
  'mail.address_change.text': `Dzień dobry,

użytkownik Postrider chce logować się tym adresem e-mail. Aby potwierdzić adres, otwórz ten link w ciągu godziny:

{link}

Jeśli to nie była Twoja prośba, zignoruj tę wiadomość. Nic się nie zmieni, dopóki link nie zostanie użyty.`,
  'mail.address_changed.subject': 'Twój adres e-mail został zmieniony',
  'mail.address_changed.text': `Dzień dobry,

od teraz logujesz się do Postrider adresem {address} zamiast tym adresem.

Jeśli to nie była Twoja zmiana, natychmiast skontaktuj się z właścicielem konta.`,
  'mail.password_changed.subject': 'Twoje hasło zostało zmienione',
  'mail.password_changed.text': `Dzień dobry,

Twoje hasło do Postrider zostało zmienione, a wszystkie pozostałe sesje zostały zakończone.

Jeśli to nie była Twoja zmiana, natychmiast zresetuj hasło na stronie logowania.`,
  'mail.password_reset.subject': 'Twoje hasło zostało zmienione',
  'mail.password_reset.text': `Dzień dobry,

Twoje hasło do Postrider zostało zmienione za pomocą linku wysłanego na ten adres.

Na wszystkich Twoich kontach unieważniono: {sessions, plural, one {# sesję} few {# sesje} many {# sesji} other {# sesji}}, {tokens, plural, one {# osobisty token dostępu} few {# osobiste tokeny dostępu} many {# osobistych tokenów dostępu} other {# osobistych tokenów dostępu}} i {grants, plural, one {# połączoną aplikację} few {# połączone aplikacje} many {# połączonych aplikacji} other {# połączonych aplikacji}}. Utwórz nowe tokeny i ponownie połącz aplikacje. Klucze API należą do kont i nadal działają. Klucze dostępu (passkeys) i uwierzytelnianie dwuskładnikowe pozostają bez zmian.

Jeśli to nie była Twoja zmiana, ktoś inny może czytać Twoją pocztę. Zabezpiecz swoją skrzynkę, ponownie zresetuj hasło na stronie logowania i sprawdź klucze dostępu.`,
  'mail.left_keys.subject': 'Klucze API osoby, która opuściła konto {account}',
  'mail.left_keys.text': `Dzień dobry,

{name} nie należy już do konta {account} w Postrider. Klucze API utworzone przez tę osobę nadal działają:

{keys}

Jeśli ta osoba może nadal mieć któryś z tych kluczy, wymień go lub unieważnij na stronie kluczy API.`,
  'mail.factor.subject': 'Twoje ustawienia logowania zostały zmienione',
  'mail.factor.text': `Dzień dobry,

{change, select, two_factor_on {włączono uwierzytelnianie dwuskładnikowe} two_factor_off {wyłączono uwierzytelnianie dwuskładnikowe} passkey_added {dodano klucz dostępu (passkey)} other {usunięto klucz dostępu (passkey)}} do logowania w Postrider.

Jeśli to nie była Twoja zmiana, natychmiast zmień hasło.`,
  'mail.invitation.subject': 'Zaproszenie do konta {account}',
  'mail.invitation.text': `Dzień dobry,

{by, select, none {otrzymujesz zaproszenie} other {{by} zaprasza Cię}} do konta {account} w Postrider. Aby je przyjąć, otwórz ten link w ciągu siedmiu dni:

{link}

Jeśli nie spodziewasz się tego zaproszenia, zignoruj tę wiadomość.`,
  'mail.account_closed.subject': 'Konto {account} zostało usunięte',
  'mail.account_closed.text': `Dzień dobry,

konto {account} w Postrider zostało usunięte. Usunięcie zlecone przez: {actor, select, operator {operator tej instalacji} other {{by}}}.

Członkowie, klucze API, tokeny i aplikacje nie mają już dostępu, a konto nie przyjmuje nowych wiadomości. Przyjęte wcześniej wiadomości zostaną jeszcze wysłane, a webhooki otrzymają ich zdarzenia.

Wszystkie dane zostaną trwale usunięte {due} (UTC) lub po wysłaniu ostatniej wiadomości, jeśli nastąpi to później. Usunięte zostaną między innymi wiadomości, klucze API, domeny z kluczami DKIM, zablokowane adresy, statystyki, ustawienia i dziennik audytu.

Do tego czasu operator tej instalacji może przywrócić konto. W tej sprawie skontaktuj się z {operator}.`,
  'mail.account_restored.subject': 'Konto {account} zostało przywrócone',
  'mail.account_restored.text': `Dzień dobry,

konto {account} w Postrider zostało przywrócone. Członkowie i klucze API znów mają dostęp. Żadne dane nie zostały utracone.`,
  'mail.account_deleted.subject': 'Wszystkie dane konta {account} zostały usunięte',
  'mail.account_deleted.text': `Dzień dobry,

wszystkie dane usuniętego konta {account} w Postrider zostały trwale usunięte. Starsze kopie zapasowe tej instalacji mogą zawierać te dane do czasu zastąpienia ich nowszymi.

Możesz teraz usunąć z DNS rekordy DKIM domen tego konta.`,
  'mail.person_deleted.subject': 'Twoje konto użytkownika zostało usunięte',
  'mail.person_deleted.text': `Dzień dobry,

Twoje konto użytkownika w Postrider zostało usunięte. {by, select, you {Usunięcie nastąpiło na Twoje żądanie.} other {Usunął je operator tej instalacji.}} Usunięto Twoje imię i nazwisko, hasło, klucze dostępu (passkeys), sesje i tokeny dostępu. Nie należysz już do żadnego konta. Tej operacji nie można cofnąć, ale możesz otrzymać nowe zaproszenie.`,
  'mail.member_deleted.subject': 'Usunięto użytkownika konta {account}',
  'mail.member_deleted.text': `Dzień dobry,

konto użytkownika {name} w Postrider zostało usunięte. {name} nie należy już do konta {account}. Tokeny dostępu i połączone aplikacje tej osoby przestały działać.

{keys, select, none {{name} nie ma utworzonych aktywnych kluczy API.} other {Klucze API utworzone przez tę osobę należą do konta i nadal działają. Wymień klucze, które ta osoba może nadal mieć:

{keys}}}`,
  'mail.domain_missing.subject': 'Brak rekordu DKIM domeny {domain}',
  'mail.domain_missing.text': `Wiadomości z domeny {domain} są podpisywane, ale serwery odbiorców nie znajdują już klucza.

Wiele serwerów odrzuca wiadomości bez prawidłowego podpisu lub przenosi je do folderu ze spamem. Jeśli rekord nie zostanie przywrócony w ciągu 48 godzin, Postrider przestanie przyjmować wiadomości z tej domeny.

Opublikuj ten rekord:

{records}

{found}

Postrider sprawdza rekord co godzinę. Nie musisz robić nic więcej.`,
  'mail.domain_stopped.subject': 'Domena {domain} nie może już wysyłać: brak jej rekordu DKIM',
  'mail.domain_stopped.text': `Rekordu DKIM domeny {domain} brakuje od 48 godzin. Wiadomości z tej domeny są teraz odrzucane (domain_not_verified).

Opublikuj ten rekord:

{records}

{found}

Domena będzie mogła znów wysyłać, gdy tylko rekord zostanie znaleziony. Aby sprawdzić rekord teraz, uruchom: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {DNS nie zawiera tego rekordu.} other {Zamiast tego rekordu DNS zawiera:

{found}}}`,
  'mail.domain_resumed.subject': 'Domena {domain} może znów wysyłać',
  'mail.domain_resumed.text': 'Znaleziono rekord DKIM domeny {domain}. Wiadomości z tej domeny są znów przyjmowane.',
  'mail.domain_key.subject': 'Nowy klucz DKIM dla {domain}: opublikuj jego rekord DNS',
  'mail.domain_key.text': `Klucze DKIM należy regularnie zmieniać. Dla domeny {domain} utworzono nowy klucz. Postrider zacznie podpisywać nowym kluczem dzień po znalezieniu jego rekordu. Do tego czasu Postrider podpisuje obecnym kluczem.

Dodaj ten rekord i zachowaj obecny:

{records}

Aby zobaczyć postęp, uruchom: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Wysyłki masowe są odrzucane} other {Wiadomości z {domain} są odrzucane}}',
  'mail.sender_rejected.text': `Od {since} UTC serwery odbiorców odrzuciły {domain, select, mailing {wysyłki masowe z Twojego konta} other {wiadomości z domeny {domain}}} {count, plural, one {# raz} few {# razy} many {# razy} other {# razu}} z powodu nadawcy. Jedna z odpowiedzi:

"{reason}"

Sprawdź rekordy DNS domeny: wywołaj GET /domains lub użyj polecenia postrider domain show. Częste przyczyny: brakujący lub zmieniony rekord DKIM, rekord SPF bez tej instalacji, nieudane sprawdzenie DMARC lub nieistniejący adres nadawcy.

Te odrzucenia nie zablokowały żadnych odbiorców. Dopóki problem trwa, otrzymasz jedną wiadomość dziennie.`,
  'mail.webhook_gone.subject': 'Twój webhook został wyłączony',
  'mail.webhook_gone.text': `Odbiorca Twojego webhooka, {url}, odpowiedział 410 (gone) {since} UTC. Webhook został wyłączony.

Nowe zdarzenia są przechowywane przez 30 dni. Gdy odbiorca będzie znów dostępny lub gdy zmienisz adres URL, włącz webhook (PATCH /transactional/webhook z "enabled": true). Następnie wyślij ponownie przechowane zdarzenia (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Twój webhook nie działa',
  'mail.webhook_failing.text': `Wszystkie żądania do odbiorcy Twojego webhooka, {url}, kończą się niepowodzeniem od {since} UTC. {failures, plural, one {Nie powiodło się # żądanie} few {Nie powiodły się # kolejne żądania} many {Nie powiodło się # kolejnych żądań} other {Nie powiodło się # kolejnego żądania}}. Ostatni błąd:

"{reason}"

Każde doręczenie jest ponawiane po 1 minucie, 15 minutach, 2 godzinach i 18 godzinach. Wygasłe doręczenia możesz wysłać ponownie w ciągu 30 dni (POST /transactional/webhook/replays). Aby zobaczyć odpowiedzi odbiorcy, wywołaj GET /transactional/webhook/deliveries.

Nie otrzymasz kolejnej wiadomości o tym problemie, dopóki któreś żądanie się nie powiedzie.`,
  'mail.paused.subject': `{what, select, pause {Wysyłanie wstrzymane} automation {Wiadomości z automatyzacji wstrzymane} confirmation {Wiadomości potwierdzające wstrzymane} other {Wysyłanie kampanii wstrzymane}}: {account}`,
  'mail.paused.text': `W ciągu ostatnich siedmiu dni zbyt wiele wiadomości z konta {account} zostało odrzuconych lub zgłoszonych jako spam:

{reason}

{what, select, pause {Nowe żądania wysłania wiadomości są odrzucane. Przyjęte wcześniej wiadomości transakcyjne są nadal wysyłane. Wysyłki masowe są zatrzymane i zostaną wysłane po zniesieniu wstrzymania.} other {{what, select, automation {Wiadomości z automatyzacji} confirmation {Wiadomości potwierdzające} other {Kampanie}} tego konta czekają i zostaną wysłane po zniesieniu wstrzymania. Żadna wiadomość nie zostanie utracona. Kody logowania i wszystkie inne wiadomości są nadal wysyłane.}}

Ustal, kto i dlaczego otrzymał te wiadomości, i nie wysyłaj ich do osób, które się nie zapisały. Aby zobaczyć statystyki i poprosić o weryfikację, otwórz stronę stanu konta. Wstrzymanie może znieść operator tej instalacji.`,
  'mail.stopped.subject': `{what, select, pause {Wysyłanie wstrzymane} restriction {Konto ograniczone} automation {Wiadomości z automatyzacji wstrzymane} confirmation {Wiadomości potwierdzające wstrzymane} other {Wysyłanie kampanii wstrzymane}}: {account}`,
  'mail.stopped.text': `Operator tej instalacji pisze:

{reason}

Aby poznać szczegóły i poprosić o weryfikację, otwórz stronę stanu konta.`,
  'mail.review_asked.subject': 'Prośba o weryfikację: {account}',
  'mail.review_asked.text': `{by} prosi o weryfikację konta {account} i pisze:

{message}

Sprawdź konto i jego statystyki na stronie operatora w panelu, a następnie zatwierdź lub odrzuć prośbę.`,
  'mail.review_decided.subject': `Twoja prośba została {decision, select, approved {zatwierdzona} other {odrzucona}}: {account}`,
  'mail.review_decided.text': `Operator otrzymał od Ciebie prośbę o weryfikację konta {account}. {decision, select, approved {Operator zatwierdził prośbę. Zmiana już obowiązuje.} other {Operator odrzucił prośbę. Po usunięciu przyczyny możesz poprosić o kolejną weryfikację na stronie stanu konta.}}{reason, select, none {} other {

Operator pisze:

{reason}}}`,
  'mail.content_waiting.subject': 'Treść czeka na zatwierdzenie: {account}',
  'mail.content_waiting.text': `Konto {account} chce wysłać {kind, select, campaign {kampanię} confirmation {wiadomość potwierdzającą} other {wiadomość z automatyzacji}}:

{title}

{findings, plural, =0 {Sprawdzenie nie wykazało problemów.} one {Sprawdzenie wykazało # problem.} few {Sprawdzenie wykazało # problemy.} many {Sprawdzenie wykazało # problemów.} other {Sprawdzenie wykazało # problemu.}}

Sprawdź treść na stronie operatora w panelu, a następnie zatwierdź ją lub odrzuć. Kolejne powiadomienie o tym koncie otrzymasz dopiero po zakończeniu wszystkich jego oczekujących weryfikacji.`,
  'mail.content_decided.subject': `{decision, select, approved {Treść zatwierdzona} other {Treść odrzucona}}: {title}`,
  'mail.content_decided.text': `Operator tej instalacji {decision, select, approved {zatwierdził} other {odrzucił}} treść „{title}”.{reason, select, none {} other {

Operator pisze:

{reason}}}

{decision, select, approved {{kind, select, campaign {Możesz teraz wysłać kampanię.} other {Wiadomość jest teraz wysyłana automatycznie.}} Jeśli zmienisz treść, operator musi zatwierdzić ją ponownie.} other {Zmień treść{kind, select, campaign { i wyślij kampanię ponownie} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Kampania została zatrzymana: {title}',
  'mail.campaign_stopped.text': `Kampania „{title}” została wstrzymana z powodu pierwszych wyników:

{reason}

Sprawdź, kto i dlaczego otrzymał te wiadomości. Następnie anuluj kampanię lub poproś operatora tej instalacji o jej zwolnienie.`,
  'mail.optimized.subject': 'Twoje kampanie trafiają teraz tylko do aktywnych kontaktów',
  'mail.optimized.text': `Wyniki kampanii „{title}” są znacznie gorsze niż zwykle:

{reason}

Kampanie tego konta są teraz wysyłane tylko do kontaktów nowych lub takich, które otworzyły wiadomość w ciągu ostatnich 90 dni. To ograniczenie zakończy się automatycznie po wystarczającej liczbie kampanii z dobrymi wynikami lub gdy zniesie je operator tej instalacji.`,
  'figures.bounce_rate': 'Wskaźnik odrzuceń: {rate}% ({part} z {whole}), limit: {limit}%',
  'figures.complaint_rate': 'Wskaźnik skarg: {rate}% ({part} z {whole}), limit: {limit}%',
  'figures.open_rate': 'Wskaźnik otwarć: {rate}% ({part} z {whole}), minimum: {limit}%',
  'figures.reached': 'Kontakty, do których dotarła pierwsza fala: {rate}% ({part} z {whole}), minimum: {limit}%',
  'mail.delivery.subject': `{kind, select, resolver {Błędy DNS opóźniają wiadomości} unprepared {Nie można przygotować wiadomości} route {Używana jest zapasowa trasa doręczania: awaria {name}} other {Wiadomości do {name} są opóźnione}}`,
  'mail.delivery.text': `{problems}

Dopóki problem trwa, otrzymasz o nim jedną wiadomość dziennie.`,
  'delivery.resolver': `Błędy DNS opóźniają wiadomości. Serwer DNS nie zwraca serwerów poczty dla domen, które wcześniej je miały ({count}×). Ostatni błąd: "{reason}"

Sprawdź, czy serwery nazw z POSTRIDER_RESOLVER lub z pliku /etc/resolv.conf na każdym serwerze doręczającym odpowiadają poprawnie. Błędy DNS nie powodują odrzuceń ani blokowania odbiorców. Postrider automatycznie ponawia wysyłanie.`,
  'delivery.unprepared': `Nie można przygotować wiadomości z zapisanych danych, więc mogą być opóźnione o kilka godzin:

{list}

Wyszukaj w dzienniku "Message could not be prepared" i sprawdź dysk bazy danych.`,
  'delivery.receivers': `Serwery odbiorców odrzucają lub opóźniają wiadomości z adresów IP tej instalacji albo są nieosiągalne:

{list}

Sprawdź, czy adresy IP znajdują się na wymienionych wyżej listach blokowania. Polecenie postrider doctor sprawdza najważniejsze listy. Sprawdź też odwrotne nazwy DNS adresów IP i ustal, które konto wysyła niechciane wiadomości. Po usunięciu przyczyny poproś o usunięcie z list blokowania.

Oczekujące wiadomości zostaną wysłane po zakończeniu przerwy.`,
  'delivery.paused': '{name} przyjmuje tymczasowo niewiele wiadomości lub żadnych',
  'delivery.blocked': '{name} odrzuca wiadomości zgodnie ze swoimi zasadami',
  'delivery.route': 'Nie udało się połączyć z {name}, dlatego użyto następnej trasy doręczania',
  'mail.alert.subject': `Alert: {kind, select, bounce_rate {wskaźnik odrzuceń} complaint_rate {wskaźnik skarg} failure_rate {wskaźnik niepowodzeń} other {brak wiadomości}} dla „{tag}”`,
  'mail.alert.text': `{finding}

{advice}

Otrzymasz kolejną wiadomość, gdy alert się zakończy. ID alertu: {id}.`,
  'mail.alert_ended.subject': `Alert zakończony: {kind, select, bounce_rate {wskaźnik odrzuceń} complaint_rate {wskaźnik skarg} failure_rate {wskaźnik niepowodzeń} other {brak wiadomości}} dla „{tag}”`,
  'mail.alert_ended.text': `{finding}

Alert trwał od {since} UTC. ID alertu: {id}.`,
  'alert.bounce_rate': `Wskaźnik odrzuceń dla tagu „{tag}” (okres: {window}): {percent}% ({part} z {whole}) wiadomości dostarczonych lub odrzuconych.`,
  'alert.complaint_rate': `Wskaźnik skarg dla tagu „{tag}” (okres: {window}): {percent}% ({part} z {whole}) wiadomości dostarczonych.`,
  'alert.failure_rate': `Wskaźnik niepowodzeń dla tagu „{tag}” (okres: {window}): {percent}% ({part} z {whole}) wiadomości dostarczonych, odrzuconych lub niewysłanych.`,
  'alert.above': 'Wskaźnik przekracza próg {threshold}%.',
  'alert.below': 'Wskaźnik nie przekracza już progu {threshold}%.',
  'alert.few': `Do oceny wskaźnika alert wymaga co najmniej {minimum, plural, one {# wiadomości} few {# wiadomości} many {# wiadomości} other {# wiadomości}}.`,
  'alert.silence': `W okresie tego alertu ({window}) nie zarejestrowano żadnego dostarczenia, odrzucenia ani niepowodzenia dla tagu „{tag}”.`,
  'alert.resumed': 'Wiadomości z tagiem „{tag}” są znów wysyłane.',
  'alert.last': 'Ostatni wynik: {time, select, never {brak} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Sprawdź przyczyny w historii najnowszych odrzuconych wiadomości z tym tagiem. Częste przyczyny: błędnie wpisane lub niepotwierdzone adresy, stara lista albo serwer odbiorcy, który blokuje tego nadawcę.',
  'alert.advice.complaint_rate':
    'Odbiorcy oznaczyli te wiadomości jako spam. Sprawdź, kto je otrzymuje, czy odbiorcy się ich spodziewają oraz czy ostatnio zmienił się temat, nadawca lub grupa odbiorców.',
  'alert.advice.failure_rate':
    'Te wiadomości nie zostały dostarczone po ostatniej próbie. Sprawdź przyczyny w ich historii. Częste przyczyny: domena odbiorcy jest nieosiągalna albo przekaźnik lub sieć tej instalacji nie działa.',
  'alert.advice.silence':
    'Sprawdź, czy aplikacja nadal wysyła wiadomości. Częste przyczyny: zadanie, które przestało się uruchamiać, unieważniony klucz API lub wstrzymane konto. Jeśli nie wysyłasz już wiadomości z tym tagiem, usuń ten alert.',
};
