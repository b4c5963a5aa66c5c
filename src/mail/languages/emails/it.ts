import type { MailCatalog } from './catalog.ts';

export const it: MailCatalog = {
  'mail.reset.subject': 'Reimposti la Sua password',
  'mail.reset.text': `Buongiorno,

usi questo link per impostare una nuova password per Postrider:

{link}

Il link funziona una sola volta e scade dopo un’ora. Se richiede un altro link, questo non funzionerà più.

Se non ha fatto questa richiesta, ignori questa e-mail. Nulla cambia se il link non viene usato.`,
  'mail.address_change.subject': 'Confermi il Suo nuovo indirizzo e-mail',
  'mail.address_change.text': `Buongiorno,

un utente di Postrider vuole accedere con questo indirizzo e-mail. Per confermare l’indirizzo, apra questo link entro un’ora:

{link}

Se non ha fatto questa richiesta, ignori questa e-mail. Nulla cambia se il link non viene usato.`,
  'mail.address_changed.subject': 'Il Suo indirizzo e-mail è stato modificato',
  'mail.address_changed.text': `Buongiorno,

ora accede a Postrider con {address} invece che con questo indirizzo.

Se non ha apportato Lei questa modifica, contatti subito un proprietario del Suo account.`,
  'mail.password_changed.subject': 'La Sua password è stata modificata',
  'mail.password_changed.text': `Buongiorno,

la Sua password di Postrider è stata modificata e tutte le altre sessioni sono state chiuse.

Se non ha apportato Lei questa modifica, reimposti subito la password dalla pagina di accesso.`,
  'mail.password_reset.subject': 'La Sua password è stata modificata',
  'mail.password_reset.text': `Buongiorno,

la Sua password di Postrider è stata modificata con un link inviato a questo indirizzo.

In tutti i Suoi account sono stati revocati: {sessions, plural, one {# sessione} other {# sessioni}}, {tokens, plural, one {# token di accesso personale} other {# token di accesso personali}} e {grants, plural, one {# applicazione collegata} other {# applicazioni collegate}}. Crei nuovi token e colleghi di nuovo le Sue applicazioni. Le chiavi API appartengono agli account e continuano a funzionare. Le Sue passkey e l’autenticazione a due fattori non sono cambiate.

Se non ha apportato Lei questa modifica, qualcun altro può leggere le Sue e-mail. Metta in sicurezza la Sua casella di posta, reimposti di nuovo la password dalla pagina di accesso e controlli le Sue passkey.`,
  'mail.left_keys.subject': 'Chiavi API di un membro che ha lasciato {account}',
  'mail.left_keys.text': `Buongiorno,

{name} non è più membro dell’account {account} su Postrider. Le chiavi API create da questa persona continuano a funzionare:

{keys}

Se questa persona può avere ancora una di queste chiavi, la rinnovi o la revochi nella pagina delle chiavi API.`,
  'mail.factor.subject': 'Le Sue impostazioni di accesso sono state modificate',
  'mail.factor.text': `Buongiorno,

{change, select, two_factor_on {l’autenticazione a due fattori è stata attivata} two_factor_off {l’autenticazione a due fattori è stata disattivata} passkey_added {è stata aggiunta una passkey} other {è stata eliminata una passkey}} per il Suo accesso a Postrider.

Se non ha apportato Lei questa modifica, cambi subito la password.`,
  'mail.invitation.subject': 'Invito a {account}',
  'mail.invitation.text': `Buongiorno,

{by, select, none {è stato creato un invito per Lei} other {{by} La invita}} a entrare nell’account {account} su Postrider. Per accettare, apra questo link entro sette giorni:

{link}

Se non aspettava questo invito, ignori questa e-mail.`,
  'mail.account_closed.subject': 'L’account {account} è stato eliminato',
  'mail.account_closed.text': `Buongiorno,

{actor, select, operator {il gestore di questa installazione} other {{by}}} ha eliminato l’account {account} su Postrider.

Membri, chiavi API, token e applicazioni non hanno più accesso e l’account non accetta nuove e-mail. Le e-mail già accettate vengono ancora inviate e i webhook ricevono i relativi eventi.

Tutti i dati saranno eliminati definitivamente il {due} (UTC) o dopo l’invio dell’ultima e-mail, a seconda di quale data è successiva. I dati eliminati comprendono messaggi, chiavi API, domini con le relative chiavi DKIM, indirizzi soppressi, statistiche, impostazioni e il registro delle attività.

Fino ad allora il gestore di questa installazione può ripristinare l’account. Per farlo ripristinare, scriva a {operator}.`,
  'mail.account_restored.subject': 'L’account {account} è stato ripristinato',
  'mail.account_restored.text': `Buongiorno,

l’account {account} su Postrider è stato ripristinato. I membri e le chiavi API hanno di nuovo accesso. Nessun dato è andato perso.`,
  'mail.account_deleted.subject': 'Tutti i dati dell’account {account} sono stati eliminati',
  'mail.account_deleted.text': `Buongiorno,

tutti i dati dell’account eliminato {account} su Postrider sono stati eliminati definitivamente. I backup meno recenti di questa installazione possono contenere i dati finché non vengono sostituiti.

Ora può rimuovere dal DNS i record DKIM dei domini dell’account.`,
  'mail.person_deleted.subject': 'Il Suo account utente è stato eliminato',
  'mail.person_deleted.text': `Buongiorno,

{by, select, you {ha eliminato} other {il gestore di questa installazione ha eliminato}} il Suo account utente in Postrider. Il nome, la password, le passkey, le sessioni e i token di accesso sono stati eliminati e Lei non è più membro di alcun account. L’eliminazione non può essere annullata, ma può essere invitato di nuovo.`,
  'mail.member_deleted.subject': 'Un membro di {account} è stato eliminato',
  'mail.member_deleted.text': `Buongiorno,

l’account utente Postrider di {name} è stato eliminato. {name} non è più membro dell’account {account}. I token di accesso e le applicazioni collegate di questa persona non funzionano più.

{keys, select, none {{name} non ha creato chiavi API attive.} other {Le chiavi API create da questa persona appartengono all’account e continuano a funzionare. Rinnovi le chiavi che può avere ancora:

{keys}}}`,
  'mail.domain_missing.subject': 'Manca il record DKIM di {domain}',
  'mail.domain_missing.text': `Le e-mail di {domain} vengono firmate, ma i server di ricezione non trovano più la chiave.

Molti server di ricezione rifiutano le e-mail senza una firma valida o le spostano nella cartella spam. Se il record non viene ripristinato entro 48 ore, Postrider non accetterà più e-mail da questo dominio.

Pubblichi questo record:

{records}

{found}

Postrider controlla il record ogni ora. Non deve fare altro.`,
  'mail.domain_stopped.subject': '{domain} non può più inviare: manca il record DKIM',
  'mail.domain_stopped.text': `Il record DKIM di {domain} manca da 48 ore. Le e-mail di questo dominio vengono ora rifiutate (domain_not_verified).

Pubblichi questo record:

{records}

{found}

Il dominio potrà inviare di nuovo non appena il record sarà trovato. Per controllare subito il record, esegua: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {Il DNS non contiene questo record.} other {Il DNS contiene invece quanto segue:

{found}}}`,
  'mail.domain_resumed.subject': '{domain} può inviare di nuovo',
  'mail.domain_resumed.text':
    'Il record DKIM di {domain} è stato trovato. Le e-mail di questo dominio vengono di nuovo accettate.',
  'mail.domain_key.subject': 'Nuova chiave DKIM per {domain}: pubblichi il record DNS',
  'mail.domain_key.text': `Le chiavi DKIM devono essere rinnovate regolarmente. È stata creata una nuova chiave per {domain}. Postrider inizierà a firmare con la nuova chiave un giorno dopo aver trovato il relativo record. Fino ad allora Postrider firma con la chiave attuale.

Aggiunga questo record e mantenga quello attuale:

{records}

Per seguire l’avanzamento, esegua: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Gli invii di massa vengono rifiutati} other {Le e-mail di {domain} vengono rifiutate}}',
  'mail.sender_rejected.text': `Dal {since} UTC i server di ricezione hanno rifiutato {count, plural, one {una volta} other {# volte}} {domain, select, mailing {gli invii di massa del Suo account} other {e-mail di {domain}}} a causa del mittente. Una delle risposte:

"{reason}"

Controlli i record DNS del dominio: chiami GET /domains o usi il comando postrider domain show. Cause frequenti: un record DKIM mancante o modificato, un record SPF senza questa installazione, una verifica DMARC non riuscita o un indirizzo mittente inesistente.

Questi rifiuti non hanno bloccato alcun destinatario. Riceverà un’e-mail al giorno finché il problema persiste.`,
  'mail.webhook_gone.subject': 'Il Suo webhook è stato disattivato',
  'mail.webhook_gone.text': `Il ricevitore del Suo webhook, {url}, ha risposto 410 (gone) il {since} UTC. Il webhook è stato disattivato.

I nuovi eventi vengono conservati per 30 giorni. Quando il ricevitore sarà di nuovo disponibile, o quando avrà modificato l’URL, attivi il webhook (PATCH /transactional/webhook con "enabled": true). Poi invii di nuovo gli eventi conservati (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Il Suo webhook non funziona',
  'mail.webhook_failing.text': `Tutte le richieste al ricevitore del Suo webhook, {url}, non riescono dal {since} UTC. {failures, plural, one {# richiesta consecutiva non è riuscita} other {# richieste consecutive non sono riuscite}}. L’ultimo errore:

"{reason}"

Ogni consegna viene ritentata dopo 1 minuto, 15 minuti, 2 ore e 18 ore. Può inviare di nuovo le consegne scadute entro 30 giorni (POST /transactional/webhook/replays). Per vedere le risposte del ricevitore, chiami GET /transactional/webhook/deliveries.

Non riceverà altre e-mail su questo problema finché una richiesta non sarà riuscita.`,
  'mail.paused.subject': `{what, select, pause {Invio sospeso} automation {E-mail delle automazioni sospese} confirmation {E-mail di conferma sospese} other {Invio delle campagne sospeso}}: {account}`,
  'mail.paused.text': `Negli ultimi sette giorni troppe e-mail dell’account {account} sono state respinte o segnalate come spam:

{reason}

{what, select, pause {Le nuove richieste di invio vengono rifiutate. Le e-mail transazionali già accettate vengono ancora inviate. Gli invii di massa vengono trattenuti e partiranno quando la sospensione sarà revocata.} other {{what, select, automation {Le e-mail delle automazioni} confirmation {Le e-mail di conferma} other {Le campagne}} dell’account sono in attesa e saranno inviate quando la sospensione sarà revocata. Nessuna e-mail va persa. I codici di accesso e tutte le altre e-mail vengono ancora inviati.}}

Verifichi chi ha ricevuto queste e-mail e perché, e smetta di inviare a destinatari che non si sono iscritti. Per vedere le statistiche e richiedere una revisione, apra la pagina di stato dell’account. Il gestore di questa installazione può revocare la sospensione.`,
  'mail.stopped.subject': `{what, select, pause {Invio sospeso} restriction {Account limitato} automation {E-mail delle automazioni sospese} confirmation {E-mail di conferma sospese} other {Invio delle campagne sospeso}}: {account}`,
  'mail.stopped.text': `Il gestore di questa installazione scrive:

{reason}

Per i dettagli e per richiedere una revisione, apra la pagina di stato dell’account.`,
  'mail.review_asked.subject': 'Revisione richiesta: {account}',
  'mail.review_asked.text': `{by} Le chiede di esaminare l’account {account} e scrive:

{message}

Esamini l’account e le sue statistiche nella pagina del gestore della dashboard, poi approvi o rifiuti la richiesta.`,
  'mail.review_decided.subject': `La Sua richiesta è stata {decision, select, approved {approvata} other {rifiutata}}: {account}`,
  'mail.review_decided.text': `Ha chiesto al gestore di esaminare l’account {account}. {decision, select, approved {Il gestore ha approvato la richiesta. La modifica è già attiva.} other {Il gestore ha rifiutato la richiesta. Dopo aver risolto la causa, può richiedere un’altra revisione nella pagina di stato dell’account.}}{reason, select, none {} other {

Il gestore scrive:

{reason}}}`,
  'mail.content_waiting.subject': 'Contenuto in attesa di approvazione: {account}',
  'mail.content_waiting.text': `L’account {account} vuole inviare {kind, select, campaign {una campagna} confirmation {un’e-mail di conferma} other {un’e-mail di automazione}}:

{title}

{findings, plural, =0 {I controlli non hanno trovato problemi.} one {I controlli hanno trovato # problema.} other {I controlli hanno trovato # problemi.}}

Esamini il contenuto nella pagina del gestore della dashboard, poi lo approvi o lo rifiuti. Non riceverà altri avvisi su questo account finché tutte le sue revisioni in sospeso non saranno completate.`,
  'mail.content_decided.subject': `{decision, select, approved {Contenuto approvato} other {Contenuto rifiutato}}: {title}`,
  'mail.content_decided.text': `Il gestore di questa installazione ha {decision, select, approved {approvato} other {rifiutato}} il contenuto di “{title}”.{reason, select, none {} other {

Il gestore scrive:

{reason}}}

{decision, select, approved {{kind, select, campaign {Ora può inviare la campagna.} other {Ora l’e-mail viene inviata automaticamente.}} Se modifica il contenuto, il gestore dovrà approvarlo di nuovo.} other {Modifichi il contenuto{kind, select, campaign { e invii di nuovo la campagna} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Una campagna è stata fermata: {title}',
  'mail.campaign_stopped.text': `La campagna “{title}” è stata sospesa a causa dei primi risultati:

{reason}

Verifichi chi ha ricevuto queste e-mail e perché. Poi annulli la campagna o chieda al gestore di questa installazione di sbloccarla.`,
  'mail.optimized.subject': 'Ora le Sue campagne vengono inviate solo ai contatti attivi',
  'mail.optimized.text': `I risultati della campagna “{title}” sono molto al di sotto della norma:

{reason}

Ora le campagne dell’account vengono inviate solo ai contatti nuovi o che hanno aperto un’e-mail negli ultimi 90 giorni. Questa limitazione termina automaticamente dopo un numero sufficiente di campagne con buoni risultati o quando il gestore di questa installazione la revoca.`,
  'figures.bounce_rate': 'Tasso di rimbalzo: {rate}% ({part} su {whole}), limite: {limit}%',
  'figures.complaint_rate': 'Tasso di reclami: {rate}% ({part} su {whole}), limite: {limit}%',
  'figures.open_rate': 'Tasso di apertura: {rate}% ({part} su {whole}), minimo: {limit}%',
  'figures.reached': 'Contatti raggiunti nella prima ondata: {rate}% ({part} su {whole}), minimo: {limit}%',
  'mail.delivery.subject': `{kind, select, resolver {Gli errori DNS ritardano le e-mail} unprepared {Impossibile preparare alcuni messaggi} route {Percorso di consegna di riserva in uso: {name} non funziona} other {Le e-mail per {name} sono in ritardo}}`,
  'mail.delivery.text': `{problems}

Riceverà un’e-mail al giorno per ogni problema finché persiste.`,
  'delivery.resolver': `Gli errori DNS ritardano le e-mail. Il resolver DNS non riporta server di posta per domini che prima ne avevano ({count}×). Ultimo errore: "{reason}"

Controlli che i server dei nomi in POSTRIDER_RESOLVER, o in /etc/resolv.conf su ogni server di consegna, rispondano correttamente. Gli errori DNS non causano rimbalzi né blocchi di destinatari. Postrider ritenta automaticamente l’invio.`,
  'delivery.unprepared': `Alcuni messaggi non possono essere preparati dai dati salvati e possono subire un ritardo di diverse ore:

{list}

Cerchi "Message could not be prepared" nel log e controlli il disco del database.`,
  'delivery.receivers': `Alcuni server di ricezione rifiutano o rinviano le e-mail dagli indirizzi IP di questa installazione oppure non sono raggiungibili:

{list}

Controlli se gli indirizzi IP compaiono nelle liste di blocco indicate sopra. Il comando postrider doctor controlla le principali liste di blocco. Controlli anche i nomi DNS inversi degli indirizzi IP e individui l’account che invia e-mail indesiderate. Dopo aver risolto la causa, richieda la rimozione dalle liste di blocco.

Le e-mail in attesa saranno inviate al termine della pausa.`,
  'delivery.paused': '{name} accetta temporaneamente poche e-mail o nessuna',
  'delivery.blocked': '{name} rifiuta le e-mail in base alle proprie regole',
  'delivery.route': '{name} non era raggiungibile, quindi è stato usato il percorso di consegna successivo',
  'mail.alert.subject': `Avviso: {kind, select, bounce_rate {tasso di rimbalzo} complaint_rate {tasso di reclami} failure_rate {tasso di errore} other {nessuna e-mail}} per “{tag}”`,
  'mail.alert.text': `{finding}

{advice}

Riceverà un’altra e-mail quando questo avviso sarà risolto. ID dell’avviso: {id}.`,
  'mail.alert_ended.subject': `Avviso risolto: {kind, select, bounce_rate {tasso di rimbalzo} complaint_rate {tasso di reclami} failure_rate {tasso di errore} other {nessuna e-mail}} per “{tag}”`,
  'mail.alert_ended.text': `{finding}

L’avviso era attivo dal {since} UTC. ID dell’avviso: {id}.`,
  'alert.bounce_rate': `Tasso di rimbalzo per il tag “{tag}” in {window}: {percent}% ({part} su {whole}) delle e-mail consegnate o respinte.`,
  'alert.complaint_rate': `Tasso di reclami per il tag “{tag}” in {window}: {percent}% ({part} su {whole}) delle e-mail consegnate.`,
  'alert.failure_rate': `Tasso di errore per il tag “{tag}” in {window}: {percent}% ({part} su {whole}) delle e-mail consegnate, respinte o non riuscite.`,
  'alert.above': 'Il tasso supera la soglia del {threshold}%.',
  'alert.below': 'Il tasso non supera più la soglia del {threshold}%.',
  'alert.few': `Per valutare il tasso, l’avviso richiede almeno {minimum, plural, one {# e-mail} other {# e-mail}}.`,
  'alert.silence': `Nell’intervallo di questo avviso ({window}) non sono stati registrati né consegne, né rimbalzi, né errori per il tag “{tag}”.`,
  'alert.resumed': 'Le e-mail con il tag “{tag}” vengono di nuovo inviate.',
  'alert.last': 'Ultimo risultato: {time, select, never {nessuno} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Controlli i motivi nella cronologia delle ultime e-mail respinte con questo tag. Cause frequenti: indirizzi scritti male o non confermati, una vecchia lista o un server di ricezione che blocca questo mittente.',
  'alert.advice.complaint_rate':
    'I destinatari hanno segnalato queste e-mail come spam. Controlli chi riceve queste e-mail, se i destinatari le aspettano e se l’oggetto, il mittente o il pubblico sono cambiati di recente.',
  'alert.advice.failure_rate':
    'Queste e-mail non sono state consegnate dopo l’ultimo tentativo. Controlli i motivi nella loro cronologia. Cause frequenti: il dominio di destinazione non è raggiungibile, oppure il relay o la rete di questa installazione non funziona.',
  'alert.advice.silence':
    'Controlli se l’applicazione invia ancora e-mail. Cause frequenti: un processo che non viene più eseguito, una chiave API revocata o un account sospeso. Se non invia più e-mail con questo tag, elimini questo avviso.',
};
