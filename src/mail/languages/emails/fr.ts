import type { MailCatalog } from './catalog.ts';

export const fr: MailCatalog = {
  'mail.reset.subject': 'Réinitialiser votre mot de passe',
  'mail.reset.text': `Bonjour,

Utilisez ce lien pour définir un nouveau mot de passe pour Postrider :

{link}

Le lien fonctionne une seule fois et expire après une heure. Si vous demandez un autre lien, celui-ci ne fonctionnera plus.

Si vous n’avez rien demandé, ignorez cet e-mail. Rien ne change tant que le lien n’est pas utilisé.`,
  'mail.address_change.subject': 'Confirmez votre nouvelle adresse e-mail',
  'mail.address_change.text': `Bonjour,

Une personne souhaite se connecter à Postrider avec cette adresse e-mail. Pour confirmer l’adresse, ouvrez ce lien dans l’heure :

{link}

Si vous n’avez rien demandé, ignorez cet e-mail. Rien ne change tant que le lien n’est pas utilisé.`,
  'mail.address_changed.subject': 'Votre adresse e-mail a été modifiée',
  'mail.address_changed.text': `Bonjour,

Vous vous connectez désormais à Postrider avec {address} au lieu de cette adresse.

Si vous n’êtes pas à l’origine de ce changement, contactez immédiatement un propriétaire de votre compte.`,
  'mail.password_changed.subject': 'Votre mot de passe a été modifié',
  'mail.password_changed.text': `Bonjour,

Votre mot de passe Postrider a été modifié, et vous avez été déconnecté partout ailleurs.

Si vous n’êtes pas à l’origine de ce changement, réinitialisez immédiatement votre mot de passe sur la page de connexion.`,
  'mail.password_reset.subject': 'Votre mot de passe a été modifié',
  'mail.password_reset.text': `Bonjour,

Votre mot de passe Postrider a été modifié avec un lien envoyé à cette adresse.

Les accès suivants ont été révoqués dans tous vos comptes : {sessions, plural, one {# session} other {# sessions}}, {tokens, plural, one {# jeton d’accès personnel} other {# jetons d’accès personnels}} et {grants, plural, one {# application connectée} other {# applications connectées}}. Créez de nouveaux jetons et reconnectez vos applications. Les clés API appartiennent aux comptes et restent valides. Vos clés d’accès et l’authentification à deux facteurs sont inchangées.

Si vous n’êtes pas à l’origine de ce changement, quelqu’un d’autre peut lire vos e-mails. Sécurisez votre messagerie, réinitialisez de nouveau votre mot de passe sur la page de connexion et vérifiez vos clés d’accès.`,
  'mail.left_keys.subject': 'Clés API d’un membre qui a quitté {account}',
  'mail.left_keys.text': `Bonjour,

{name} n’est plus membre du compte {account} sur Postrider. Les clés API créées par cette personne restent valides :

{keys}

Si cette personne peut encore détenir l’une de ces clés, renouvelez-la ou révoquez-la sur la page des clés API.`,
  'mail.factor.subject': 'Vos paramètres de connexion ont été modifiés',
  'mail.factor.text': `Bonjour,

{change, select, two_factor_on {L’authentification à deux facteurs a été activée} two_factor_off {L’authentification à deux facteurs a été désactivée} passkey_added {Une clé d’accès a été ajoutée} other {Une clé d’accès a été supprimée}} pour votre connexion à Postrider.

Si vous n’êtes pas à l’origine de ce changement, modifiez immédiatement votre mot de passe.`,
  'mail.invitation.subject': 'Invitation à {account}',
  'mail.invitation.text': `Bonjour,

{by, select, none {Vous êtes invité} other {{by} vous invite}} à rejoindre le compte {account} sur Postrider. Pour accepter, ouvrez ce lien dans les sept jours :

{link}

Si vous n’attendiez pas cette invitation, ignorez cet e-mail.`,
  'mail.account_closed.subject': 'Le compte {account} a été supprimé',
  'mail.account_closed.text': `Bonjour,

{actor, select, operator {L’opérateur de cette installation} other {{by}}} a supprimé le compte {account} sur Postrider.

Les membres, les clés API, les jetons et les applications n’ont plus accès, et le compte n’accepte plus de nouveaux e-mails. Les e-mails déjà acceptés sont encore envoyés, et les webhooks reçoivent leurs événements.

Toutes les données seront définitivement supprimées le {due} (UTC) ou après l’envoi du dernier e-mail, selon la date la plus tardive. Cela comprend les messages, les clés API, les domaines avec leurs clés DKIM, les adresses bloquées, les statistiques, les paramètres et le journal d’audit.

D’ici là, l’opérateur de cette installation peut restaurer le compte. Pour cela, contactez {operator}.`,
  'mail.account_restored.subject': 'Le compte {account} a été restauré',
  'mail.account_restored.text': `Bonjour,

Le compte {account} sur Postrider a été restauré. Les membres et les clés API ont de nouveau accès. Aucune donnée n’a été perdue.`,
  'mail.account_deleted.subject': 'Toutes les données du compte {account} ont été supprimées',
  'mail.account_deleted.text': `Bonjour,

Toutes les données du compte supprimé {account} sur Postrider ont été définitivement supprimées. D’anciennes sauvegardes de cette installation peuvent contenir ces données jusqu’à leur remplacement.

Vous pouvez maintenant retirer du DNS les enregistrements DKIM de ses domaines.`,
  'mail.person_deleted.subject': 'Votre compte utilisateur a été supprimé',
  'mail.person_deleted.text': `Bonjour,

{by, select, you {Vous avez} other {L’opérateur de cette installation a}} supprimé votre compte utilisateur Postrider. Votre nom, votre mot de passe, vos clés d’accès, vos sessions et vos jetons d’accès ont été supprimés, et vous n’êtes plus membre d’aucun compte. La suppression est irréversible, mais vous pouvez être invité de nouveau.`,
  'mail.member_deleted.subject': 'Un membre de {account} a été supprimé',
  'mail.member_deleted.text': `Bonjour,

Le compte utilisateur Postrider de {name} a été supprimé. {name} n’est plus membre du compte {account}. Les jetons d’accès et les applications connectées de cette personne ne fonctionnent plus.

{keys, select, none {{name} n’a créé aucune clé API active.} other {Les clés API créées par cette personne appartiennent au compte et restent valides. Renouvelez les clés qu’elle peut encore détenir :

{keys}}}`,
  'mail.domain_missing.subject': 'L’enregistrement DKIM de {domain} est introuvable',
  'mail.domain_missing.text': `Les e-mails de {domain} sont signés, mais les destinataires ne trouvent plus la clé.

De nombreux destinataires refusent les e-mails sans signature valide ou les classent comme indésirables. Si l’enregistrement n’est pas rétabli dans les 48 heures, Postrider n’acceptera plus d’e-mails de ce domaine.

Publiez cet enregistrement :

{records}

{found}

Postrider vérifie l’enregistrement toutes les heures. Vous n’avez rien d’autre à faire.`,
  'mail.domain_stopped.subject': '{domain} ne peut plus envoyer : son enregistrement DKIM est introuvable',
  'mail.domain_stopped.text': `L’enregistrement DKIM de {domain} est introuvable depuis 48 heures. Les e-mails de ce domaine sont maintenant refusés (domain_not_verified).

Publiez cet enregistrement :

{records}

{found}

Le domaine pourra de nouveau envoyer dès que l’enregistrement sera trouvé. Pour vérifier l’enregistrement maintenant, exécutez : postrider domain verify {domain}`,
  'domain.found': `{found, select, none {Le DNS ne contient pas cet enregistrement.} other {À la place, le DNS contient :

{found}}}`,
  'mail.domain_resumed.subject': '{domain} peut de nouveau envoyer',
  'mail.domain_resumed.text':
    'L’enregistrement DKIM de {domain} a été trouvé. Les e-mails de ce domaine sont de nouveau acceptés.',
  'mail.domain_key.subject': 'Nouvelle clé DKIM pour {domain} : publiez son enregistrement DNS',
  'mail.domain_key.text': `Les clés DKIM doivent être renouvelées régulièrement. Une nouvelle clé a été créée pour {domain}. Postrider commencera à signer avec la nouvelle clé un jour après avoir trouvé son enregistrement. D’ici là, Postrider signe avec la clé actuelle.

Ajoutez cet enregistrement et conservez l’enregistrement actuel :

{records}

Pour suivre la progression, exécutez : postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Les envois en masse sont refusés} other {Les e-mails de {domain} sont refusés}}',
  'mail.sender_rejected.text': `Depuis le {since} UTC, des serveurs de réception ont refusé {count, plural, one {une fois} other {# fois}} {domain, select, mailing {les envois en masse de votre compte} other {des e-mails de {domain}}} à cause de l’expéditeur. Une des réponses :

"{reason}"

Vérifiez les enregistrements DNS du domaine : appelez GET /domains ou utilisez la commande postrider domain show. Causes fréquentes : un enregistrement DKIM absent ou modifié, un enregistrement SPF sans cette installation, un échec du contrôle DMARC ou une adresse d’expéditeur inexistante.

Ces refus n’ont bloqué aucun destinataire. Vous recevez un e-mail par jour tant que le problème persiste.`,
  'mail.webhook_gone.subject': 'Votre webhook a été désactivé',
  'mail.webhook_gone.text': `Le récepteur de votre webhook, {url}, a répondu 410 (gone) le {since} UTC. Le webhook a été désactivé.

Les nouveaux événements sont conservés pendant 30 jours. Quand le récepteur sera de nouveau disponible, ou quand vous aurez modifié l’URL, activez le webhook (PATCH /transactional/webhook avec "enabled": true). Renvoyez ensuite les événements conservés (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Votre webhook est en échec',
  'mail.webhook_failing.text': `Toutes les requêtes vers le récepteur de votre webhook, {url}, échouent depuis le {since} UTC. {failures, plural, one {# requête consécutive a échoué} other {# requêtes consécutives ont échoué}}. La dernière erreur était :

"{reason}"

Chaque livraison est retentée après 1 minute, 15 minutes, 2 heures et 18 heures. Vous pouvez renvoyer les livraisons expirées pendant 30 jours (POST /transactional/webhook/replays). Pour voir les réponses du récepteur, appelez GET /transactional/webhook/deliveries.

Vous ne recevrez pas d’autre e-mail à propos de ce problème avant qu’une requête ait réussi.`,
  'mail.paused.subject': `{what, select, pause {Envoi suspendu} automation {E-mails d’automatisation suspendus} confirmation {E-mails de confirmation suspendus} other {Envoi des campagnes suspendu}} : {account}`,
  'mail.paused.text': `Au cours des sept derniers jours, trop d’e-mails du compte {account} ont été rejetés ou signalés comme indésirables :

{reason}

{what, select, pause {Les nouvelles demandes d’envoi sont refusées. Les e-mails transactionnels déjà acceptés sont encore envoyés. Les envois en masse sont retenus et partiront quand la suspension sera levée.} other {{what, select, automation {Les e-mails d’automatisation} confirmation {Les e-mails de confirmation} other {Les campagnes}} du compte sont en attente et partiront quand la suspension sera levée. Aucun e-mail n’est perdu. Les codes de connexion et tous les autres e-mails sont toujours envoyés.}}

Cherchez qui a reçu ces e-mails et pourquoi, et n’écrivez plus à des destinataires qui ne se sont pas inscrits. Pour voir les statistiques et demander un examen, ouvrez la page d’état du compte. L’opérateur de cette installation peut lever la suspension.`,
  'mail.stopped.subject': `{what, select, pause {Envoi suspendu} restriction {Compte restreint} automation {E-mails d’automatisation suspendus} confirmation {E-mails de confirmation suspendus} other {Envoi des campagnes suspendu}} : {account}`,
  'mail.stopped.text': `L’opérateur de cette installation écrit :

{reason}

Pour plus de détails et pour demander un examen, consultez la page d’état du compte.`,
  'mail.review_asked.subject': 'Examen demandé : {account}',
  'mail.review_asked.text': `{by} vous demande d’examiner le compte {account} et écrit :

{message}

Examinez le compte et ses statistiques sur la page de l’opérateur du tableau de bord, puis acceptez ou refusez la demande.`,
  'mail.review_decided.subject': `Votre demande a été {decision, select, approved {acceptée} other {refusée}} : {account}`,
  'mail.review_decided.text': `Vous avez demandé à l’opérateur d’examiner le compte {account}. {decision, select, approved {L’opérateur a accepté la demande. Le changement est déjà en vigueur.} other {L’opérateur a refusé la demande. Après avoir corrigé la cause, vous pouvez demander un nouvel examen sur la page d’état du compte.}}{reason, select, none {} other {

L’opérateur écrit :

{reason}}}`,
  'mail.content_waiting.subject': 'Un contenu attend votre approbation : {account}',
  'mail.content_waiting.text': `Le compte {account} souhaite envoyer {kind, select, campaign {une campagne} confirmation {un e-mail de confirmation} other {un e-mail d’automatisation}} :

{title}

{findings, plural, =0 {Les contrôles n’ont trouvé aucun problème.} one {Les contrôles ont trouvé # problème.} other {Les contrôles ont trouvé # problèmes.}}

Examinez le contenu sur la page de l’opérateur du tableau de bord, puis approuvez-le ou refusez-le. Vous ne recevrez pas d’autre notification pour ce compte avant la fin de tous ses examens en attente.`,
  'mail.content_decided.subject': `{decision, select, approved {Contenu approuvé} other {Contenu refusé}} : {title}`,
  'mail.content_decided.text': `L’opérateur de cette installation a {decision, select, approved {approuvé} other {refusé}} le contenu de « {title} ».{reason, select, none {} other {

L’opérateur écrit :

{reason}}}

{decision, select, approved {{kind, select, campaign {Vous pouvez maintenant envoyer la campagne.} other {L’e-mail est maintenant envoyé automatiquement.}} Si vous modifiez le contenu, l’opérateur devra l’approuver de nouveau.} other {Modifiez le contenu{kind, select, campaign { et envoyez de nouveau la campagne} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Une campagne a été arrêtée : {title}',
  'mail.campaign_stopped.text': `La campagne « {title} » a été suspendue à cause de ses premiers résultats :

{reason}

Vérifiez qui a reçu ces e-mails et pourquoi. Annulez ensuite la campagne, ou demandez à l’opérateur de cette installation de la débloquer.`,
  'mail.optimized.subject': 'Vos campagnes ne sont plus envoyées qu’aux contacts actifs',
  'mail.optimized.text': `Les résultats de la campagne « {title} » sont très inférieurs à la normale :

{reason}

Les campagnes du compte ne sont plus envoyées qu’aux nouveaux contacts et à ceux qui ont ouvert un e-mail au cours des 90 derniers jours. Cette restriction prend fin automatiquement après suffisamment de campagnes avec de bons résultats, ou quand l’opérateur de cette installation la lève.`,
  'figures.bounce_rate': 'Taux de rejet : {rate} % ({part} sur {whole}), limite : {limit} %',
  'figures.complaint_rate': 'Taux de plaintes : {rate} % ({part} sur {whole}), limite : {limit} %',
  'figures.open_rate': 'Taux d’ouverture : {rate} % ({part} sur {whole}), minimum : {limit} %',
  'figures.reached': 'Contacts atteints lors de la première vague : {rate} % ({part} sur {whole}), minimum : {limit} %',
  'mail.delivery.subject': `{kind, select, resolver {Des erreurs DNS retardent les e-mails} unprepared {Des messages ne peuvent pas être préparés} route {Route d’envoi de secours utilisée : {name} en échec} other {Les e-mails vers {name} sont retardés}}`,
  'mail.delivery.text': `{problems}

Vous recevez un e-mail par jour pour chaque problème tant qu’il persiste.`,
  'delivery.resolver': `Des erreurs DNS retardent les e-mails. Le résolveur DNS ne signale aucun serveur de messagerie pour des domaines qui en avaient auparavant ({count}×). Dernière erreur : "{reason}"

Vérifiez que les serveurs de noms de POSTRIDER_RESOLVER, ou de /etc/resolv.conf sur chaque serveur d’envoi, répondent correctement. Les erreurs DNS n’entraînent ni rejets ni blocages de destinataires. Postrider retente l’envoi automatiquement.`,
  'delivery.unprepared': `Des messages ne peuvent pas être préparés à partir de leurs données enregistrées et peuvent être retardés de plusieurs heures :

{list}

Cherchez "Message could not be prepared" dans le journal et vérifiez le disque de la base de données.`,
  'delivery.receivers': `Des serveurs de réception refusent ou diffèrent les e-mails des adresses IP de cette installation, ou sont injoignables :

{list}

Vérifiez si les adresses IP figurent sur les listes de blocage citées ci-dessus. La commande postrider doctor contrôle les principales listes de blocage. Vérifiez aussi les noms DNS inverses des adresses IP, et cherchez quel compte envoie des e-mails indésirables. Après avoir corrigé la cause, demandez le retrait des listes de blocage.

Les e-mails en attente partiront à la fin de la pause.`,
  'delivery.paused': '{name} n’accepte temporairement que peu d’e-mails ou aucun',
  'delivery.blocked': '{name} refuse les e-mails en vertu de sa politique',
  'delivery.route': '{name} était injoignable, la route d’envoi suivante a donc été utilisée',
  'mail.alert.subject': `Alerte : {kind, select, bounce_rate {taux de rejet} complaint_rate {taux de plaintes} failure_rate {taux d’échec} other {aucun e-mail}} pour « {tag} »`,
  'mail.alert.text': `{finding}

{advice}

Vous recevrez un autre e-mail quand cette alerte sera terminée. ID de l’alerte : {id}.`,
  'mail.alert_ended.subject': `Alerte terminée : {kind, select, bounce_rate {taux de rejet} complaint_rate {taux de plaintes} failure_rate {taux d’échec} other {aucun e-mail}} pour « {tag} »`,
  'mail.alert_ended.text': `{finding}

L’alerte était active depuis le {since} UTC. ID de l’alerte : {id}.`,
  'alert.bounce_rate': `Taux de rejet pour le tag « {tag} » sur {window} : {percent} % ({part} sur {whole}) des e-mails distribués ou rejetés.`,
  'alert.complaint_rate': `Taux de plaintes pour le tag « {tag} » sur {window} : {percent} % ({part} sur {whole}) des e-mails distribués.`,
  'alert.failure_rate': `Taux d’échec pour le tag « {tag} » sur {window} : {percent} % ({part} sur {whole}) des e-mails distribués, rejetés ou en échec.`,
  'alert.above': 'Le taux dépasse le seuil de {threshold} %.',
  'alert.below': 'Le taux ne dépasse plus le seuil de {threshold} %.',
  'alert.few': `L’alerte a besoin d’au moins {minimum, plural, one {# e-mail} other {# e-mails}} pour évaluer le taux.`,
  'alert.silence': `Aucune distribution, aucun rejet et aucun échec n’a été enregistré pour le tag « {tag} » pendant la période de cette alerte ({window}).`,
  'alert.resumed': 'Des e-mails avec le tag « {tag} » sont de nouveau envoyés.',
  'alert.last': 'Dernier résultat : {time, select, never {aucun} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Vérifiez les motifs dans l’historique des derniers e-mails rejetés avec ce tag. Causes fréquentes : des adresses mal saisies ou non confirmées, une ancienne liste ou un serveur de réception qui bloque cet expéditeur.',
  'alert.advice.complaint_rate':
    'Des destinataires ont signalé ces e-mails comme indésirables. Vérifiez qui reçoit ces e-mails, si les destinataires les attendent et si l’objet, l’expéditeur ou l’audience a changé récemment.',
  'alert.advice.failure_rate':
    'Ces e-mails ont échoué après la dernière tentative. Vérifiez les motifs dans leur historique. Causes fréquentes : le domaine de réception est injoignable, ou le relais ou le réseau de cette installation est en panne.',
  'alert.advice.silence':
    'Vérifiez si l’application envoie encore des e-mails. Causes fréquentes : une tâche qui ne s’exécute plus, une clé API révoquée ou un compte suspendu. Si vous n’envoyez plus d’e-mails avec ce tag, supprimez cette alerte.',
};
