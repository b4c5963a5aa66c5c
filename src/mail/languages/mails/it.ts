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
