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
