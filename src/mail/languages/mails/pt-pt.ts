import type { MailCatalog } from './catalog.ts';

export const ptPt: MailCatalog = {
  'mail.reset.subject': 'Reponha a sua palavra-passe',
  'mail.reset.text': `Olá,

Utilize esta ligação para definir uma nova palavra-passe para o Postrider:

{link}

A ligação funciona uma vez e expira ao fim de uma hora. Se pedir outra ligação, esta deixa de funcionar.

Se não fez este pedido, ignore este e-mail. Nada muda enquanto a ligação não for utilizada.`,
  'mail.address_change.subject': 'Confirme o seu novo endereço de e-mail',
  'mail.address_change.text': `Olá,

Um utilizador do Postrider quer iniciar sessão com este endereço de e-mail. Para confirmar o endereço, abra esta ligação no prazo de uma hora:

{link}

Se não fez este pedido, ignore este e-mail. Nada muda enquanto a ligação não for utilizada.`,
  'mail.address_changed.subject': 'O seu endereço de e-mail foi alterado',
  'mail.address_changed.text': `Olá,

Agora inicia sessão no Postrider com {address} em vez deste endereço.

Se não fez esta alteração, contacte imediatamente um proprietário da sua conta.`,
  'mail.password_changed.subject': 'A sua palavra-passe foi alterada',
  'mail.password_changed.text': `Olá,

A sua palavra-passe do Postrider foi alterada e todas as suas outras sessões foram terminadas.

Se não fez esta alteração, reponha imediatamente a sua palavra-passe na página de início de sessão.`,
  'mail.password_reset.subject': 'A sua palavra-passe foi alterada',
  'mail.password_reset.text': `Olá,

A sua palavra-passe do Postrider foi alterada com uma ligação enviada para este endereço.

Em todas as suas contas foram revogados: {sessions, plural, one {# sessão} other {# sessões}}, {tokens, plural, one {# token de acesso pessoal} other {# tokens de acesso pessoais}} e {grants, plural, one {# aplicação ligada} other {# aplicações ligadas}}. Crie novos tokens e volte a ligar as suas aplicações. As chaves de API pertencem às contas e continuam a funcionar. As suas chaves de acesso (passkeys) e a autenticação de dois fatores não foram alteradas.

Se não fez esta alteração, outra pessoa pode ler os seus e-mails. Proteja a sua caixa de correio, reponha novamente a palavra-passe na página de início de sessão e verifique as suas chaves de acesso.`,
  'mail.left_keys.subject': 'Chaves de API de um membro que saiu de {account}',
  'mail.left_keys.text': `Olá,

{name} já não é membro da conta {account} no Postrider. As chaves de API criadas por esta pessoa continuam a funcionar:

{keys}

Se esta pessoa ainda puder ter uma destas chaves, renove ou revogue a chave na página das chaves de API.`,
  'mail.factor.subject': 'As suas definições de início de sessão foram alteradas',
  'mail.factor.text': `Olá,

{change, select, two_factor_on {A autenticação de dois fatores foi ativada} two_factor_off {A autenticação de dois fatores foi desativada} passkey_added {Foi adicionada uma chave de acesso (passkey)} other {Foi eliminada uma chave de acesso (passkey)}} no seu início de sessão do Postrider.

Se não fez esta alteração, altere imediatamente a sua palavra-passe.`,
  'mail.invitation.subject': 'Convite para {account}',
  'mail.invitation.text': `Olá,

{by, select, none {Recebeu um convite} other {{by} enviou-lhe um convite}} para aderir à conta {account} no Postrider. Para aceitar, abra esta ligação no prazo de sete dias:

{link}

Se não esperava este convite, ignore este e-mail.`,
  'mail.account_closed.subject': 'A conta {account} foi eliminada',
  'mail.account_closed.text': `Olá,

{actor, select, operator {O operador desta instalação} other {{by}}} eliminou a conta {account} no Postrider.

Os membros, as chaves de API, os tokens e as aplicações já não têm acesso, e a conta não aceita novos e-mails. Os e-mails que já foram aceites ainda são enviados, e os webhooks recebem os respetivos eventos.

Todos os dados serão eliminados definitivamente em {due} (UTC) ou após o envio do último e-mail, consoante o que ocorrer mais tarde. Isto inclui mensagens, chaves de API, domínios com as respetivas chaves DKIM, endereços bloqueados, estatísticas, definições e o registo de auditoria.

Até lá, o operador desta instalação pode restaurar a conta. Para isso, contacte {operator}.`,
  'mail.account_restored.subject': 'A conta {account} foi restaurada',
  'mail.account_restored.text': `Olá,

A conta {account} no Postrider foi restaurada. Os membros e as chaves de API têm novamente acesso. Não se perderam dados.`,
  'mail.account_deleted.subject': 'Todos os dados da conta {account} foram eliminados',
  'mail.account_deleted.text': `Olá,

Todos os dados da conta eliminada {account} no Postrider foram eliminados definitivamente. As cópias de segurança mais antigas desta instalação podem conter os dados até serem substituídas.

Já pode remover do DNS os registos DKIM dos domínios da conta.`,
  'mail.person_deleted.subject': 'A sua conta de utilizador foi eliminada',
  'mail.person_deleted.text': `Olá,

{by, select, you {Eliminou} other {O operador desta instalação eliminou}} a sua conta de utilizador no Postrider. O seu nome, a sua palavra-passe, as suas chaves de acesso (passkeys), as suas sessões e os seus tokens de acesso foram eliminados, e já não é membro de nenhuma conta. A eliminação não pode ser anulada, mas pode receber um novo convite.`,
  'mail.member_deleted.subject': 'Um membro de {account} foi eliminado',
  'mail.member_deleted.text': `Olá,

A conta de utilizador de {name} no Postrider foi eliminada. {name} já não é membro da conta {account}. Os tokens de acesso e as aplicações ligadas desta pessoa já não funcionam.

{keys, select, none {{name} não criou nenhuma chave de API ativa.} other {As chaves de API criadas por esta pessoa pertencem à conta e continuam a funcionar. Renove as chaves que ainda possa ter:

{keys}}}`,
  'mail.alert.subject': `Alerta: {kind, select, bounce_rate {taxa de rejeição} complaint_rate {taxa de reclamações} failure_rate {taxa de falhas} other {nenhum e-mail}} de «{tag}»`,
  'mail.alert.text': `{finding}

{advice}

Receberá outro e-mail quando este alerta estiver resolvido. ID do alerta: {id}.`,
  'mail.alert_ended.subject': `Alerta resolvido: {kind, select, bounce_rate {taxa de rejeição} complaint_rate {taxa de reclamações} failure_rate {taxa de falhas} other {nenhum e-mail}} de «{tag}»`,
  'mail.alert_ended.text': `{finding}

O alerta estava ativo desde {since} UTC. ID do alerta: {id}.`,
  'alert.bounce_rate': `Taxa de rejeição da etiqueta «{tag}» em {window}: {percent}% ({part} de {whole}) dos e-mails entregues ou rejeitados.`,
  'alert.complaint_rate': `Taxa de reclamações da etiqueta «{tag}» em {window}: {percent}% ({part} de {whole}) dos e-mails entregues.`,
  'alert.failure_rate': `Taxa de falhas da etiqueta «{tag}» em {window}: {percent}% ({part} de {whole}) dos e-mails entregues, rejeitados ou falhados.`,
  'alert.above': 'A taxa está acima do limiar de {threshold}%.',
  'alert.below': 'A taxa já não está acima do limiar de {threshold}%.',
  'alert.few': `O alerta precisa de, pelo menos, {minimum, plural, one {# e-mail} other {# e-mails}} para avaliar a taxa.`,
  'alert.silence': `Não foi registada nenhuma entrega, rejeição ou falha para a etiqueta «{tag}» no período deste alerta ({window}).`,
  'alert.resumed': 'Os e-mails com a etiqueta «{tag}» voltaram a ser enviados.',
  'alert.last': 'Último resultado: {time, select, never {nenhum} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Verifique os motivos no histórico dos e-mails rejeitados mais recentes com esta etiqueta. Causas comuns: endereços mal escritos ou não confirmados, uma lista antiga ou um servidor de destino que bloqueia este remetente.',
  'alert.advice.complaint_rate':
    'Os destinatários marcaram estes e-mails como spam. Verifique quem recebe estes e-mails, se os destinatários os esperam e se o assunto, o remetente ou o público mudou recentemente.',
  'alert.advice.failure_rate':
    'Estes e-mails falharam após a última tentativa. Verifique os motivos no respetivo histórico. Causas comuns: o domínio de destino está inacessível, ou o relay ou a rede desta instalação está em baixo.',
  'alert.advice.silence':
    'Verifique se a aplicação ainda envia e-mails. Causas comuns: uma tarefa que já não é executada, uma chave de API revogada ou uma conta suspensa. Se já não envia e-mails com esta etiqueta, elimine este alerta.',
};
