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
