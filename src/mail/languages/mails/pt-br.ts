import type { MailCatalog } from './catalog.ts';

export const ptBr: MailCatalog = {
  'mail.reset.subject': 'Redefina sua senha',
  'mail.reset.text': `Olá,

Use este link para definir uma nova senha para o Postrider:

{link}

O link funciona uma vez e expira em uma hora. Se você pedir outro link, este deixará de funcionar.

Se você não pediu isso, ignore este e-mail. Nada muda se o link não for usado.`,
  'mail.address_change.subject': 'Confirme seu novo endereço de e-mail',
  'mail.address_change.text': `Olá,

Um usuário do Postrider quer entrar com este endereço de e-mail. Para confirmar o endereço, abra este link em até uma hora:

{link}

Se você não pediu isso, ignore este e-mail. Nada muda se o link não for usado.`,
  'mail.address_changed.subject': 'Seu endereço de e-mail foi alterado',
  'mail.address_changed.text': `Olá,

Agora você entra no Postrider com {address} em vez deste endereço.

Se você não fez essa alteração, fale imediatamente com um proprietário da sua conta.`,
  'mail.password_changed.subject': 'Sua senha foi alterada',
  'mail.password_changed.text': `Olá,

Sua senha do Postrider foi alterada, e todas as suas outras sessões foram encerradas.

Se você não fez essa alteração, redefina sua senha imediatamente na página de login.`,
  'mail.password_reset.subject': 'Sua senha foi alterada',
  'mail.password_reset.text': `Olá,

Sua senha do Postrider foi alterada com um link enviado para este endereço.

Em todas as suas contas foram revogados: {sessions, plural, one {# sessão} other {# sessões}}, {tokens, plural, one {# token de acesso pessoal} other {# tokens de acesso pessoais}} e {grants, plural, one {# aplicativo conectado} other {# aplicativos conectados}}. Crie novos tokens e conecte seus aplicativos de novo. As chaves de API pertencem às contas e continuam funcionando. Suas chaves de acesso (passkeys) e a autenticação de dois fatores não mudaram.

Se você não fez essa alteração, outra pessoa pode ler seus e-mails. Proteja sua caixa de entrada, redefina sua senha de novo na página de login e verifique suas chaves de acesso.`,
  'mail.left_keys.subject': 'Chaves de API de um membro que saiu de {account}',
  'mail.left_keys.text': `Olá,

{name} não é mais membro da conta {account} no Postrider. As chaves de API criadas por essa pessoa continuam funcionando:

{keys}

Se essa pessoa ainda puder ter uma dessas chaves, renove ou revogue a chave na página de chaves de API.`,
  'mail.factor.subject': 'Suas configurações de login foram alteradas',
  'mail.factor.text': `Olá,

{change, select, two_factor_on {A autenticação de dois fatores foi ativada} two_factor_off {A autenticação de dois fatores foi desativada} passkey_added {Uma chave de acesso (passkey) foi adicionada} other {Uma chave de acesso (passkey) foi excluída}} no seu login do Postrider.

Se você não fez essa alteração, mude sua senha imediatamente.`,
  'mail.invitation.subject': 'Convite para {account}',
  'mail.invitation.text': `Olá,

{by, select, none {Você recebeu um convite} other {{by} convidou você}} para participar da conta {account} no Postrider. Para aceitar, abra este link em até sete dias:

{link}

Se você não esperava este convite, ignore este e-mail.`,
  'mail.account_closed.subject': 'A conta {account} foi excluída',
  'mail.account_closed.text': `Olá,

{actor, select, operator {O operador desta instalação} other {{by}}} excluiu a conta {account} no Postrider.

Membros, chaves de API, tokens e aplicativos não têm mais acesso, e a conta não aceita novos e-mails. Os e-mails que já foram aceitos ainda serão enviados, e os webhooks receberão os eventos deles.

Todos os dados serão excluídos permanentemente em {due} (UTC) ou depois do envio do último e-mail, o que ocorrer por último. Isso inclui mensagens, chaves de API, domínios com suas chaves DKIM, endereços bloqueados, estatísticas, configurações e o registro de auditoria.

Até lá, o operador desta instalação pode restaurar a conta. Para isso, fale com {operator}.`,
  'mail.account_restored.subject': 'A conta {account} foi restaurada',
  'mail.account_restored.text': `Olá,

A conta {account} no Postrider foi restaurada. Os membros e as chaves de API têm acesso novamente. Nenhum dado foi perdido.`,
  'mail.account_deleted.subject': 'Todos os dados da conta {account} foram excluídos',
  'mail.account_deleted.text': `Olá,

Todos os dados da conta excluída {account} no Postrider foram excluídos permanentemente. Backups mais antigos desta instalação podem conter os dados até serem substituídos.

Agora você pode remover do DNS os registros DKIM dos domínios da conta.`,
  'mail.person_deleted.subject': 'Sua conta de usuário foi excluída',
  'mail.person_deleted.text': `Olá,

{by, select, you {Você excluiu} other {O operador desta instalação excluiu}} sua conta de usuário no Postrider. Seu nome, sua senha, suas chaves de acesso (passkeys), suas sessões e seus tokens de acesso foram excluídos, e você não é mais membro de nenhuma conta. A exclusão não pode ser desfeita, mas você pode receber um novo convite.`,
  'mail.member_deleted.subject': 'Um membro de {account} foi excluído',
  'mail.member_deleted.text': `Olá,

A conta de usuário de {name} no Postrider foi excluída. {name} não é mais membro da conta {account}. Os tokens de acesso e os aplicativos conectados dessa pessoa não funcionam mais.

{keys, select, none {{name} não criou nenhuma chave de API ativa.} other {As chaves de API criadas por essa pessoa pertencem à conta e continuam funcionando. Renove as chaves que ela ainda pode ter:

{keys}}}`,
  'mail.alert.subject': `Alerta: {kind, select, bounce_rate {taxa de rejeição} complaint_rate {taxa de reclamações} failure_rate {taxa de falhas} other {nenhum e-mail}} de “{tag}”`,
  'mail.alert.text': `{finding}

{advice}

Você receberá outro e-mail quando este alerta for resolvido. ID do alerta: {id}.`,
  'mail.alert_ended.subject': `Alerta resolvido: {kind, select, bounce_rate {taxa de rejeição} complaint_rate {taxa de reclamações} failure_rate {taxa de falhas} other {nenhum e-mail}} de “{tag}”`,
  'mail.alert_ended.text': `{finding}

O alerta estava ativo desde {since} UTC. ID do alerta: {id}.`,
  'alert.bounce_rate': `Taxa de rejeição da tag “{tag}” em {window}: {percent}% ({part} de {whole}) dos e-mails entregues ou rejeitados.`,
  'alert.complaint_rate': `Taxa de reclamações da tag “{tag}” em {window}: {percent}% ({part} de {whole}) dos e-mails entregues.`,
  'alert.failure_rate': `Taxa de falhas da tag “{tag}” em {window}: {percent}% ({part} de {whole}) dos e-mails entregues, rejeitados ou com falha.`,
  'alert.above': 'A taxa está acima do limite de {threshold}%.',
  'alert.below': 'A taxa não está mais acima do limite de {threshold}%.',
  'alert.few': `O alerta precisa de pelo menos {minimum, plural, one {# e-mail} other {# e-mails}} para avaliar a taxa.`,
  'alert.silence': `Nenhuma entrega, rejeição ou falha foi registrada para a tag “{tag}” no período deste alerta ({window}).`,
  'alert.resumed': 'E-mails com a tag “{tag}” voltaram a ser enviados.',
  'alert.last': 'Último resultado: {time, select, never {nenhum} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Verifique os motivos no histórico dos e-mails rejeitados mais recentes com esta tag. Causas comuns: endereços digitados errado ou não confirmados, uma lista antiga ou um servidor de destino que bloqueia este remetente.',
  'alert.advice.complaint_rate':
    'Destinatários marcaram estes e-mails como spam. Verifique quem recebe estes e-mails, se os destinatários esperam por eles e se o assunto, o remetente ou o público mudou recentemente.',
  'alert.advice.failure_rate':
    'Estes e-mails falharam depois da última tentativa. Verifique os motivos no histórico deles. Causas comuns: o domínio de destino está inacessível, ou o relay ou a rede desta instalação está fora do ar.',
  'alert.advice.silence':
    'Verifique se o aplicativo ainda envia e-mails. Causas comuns: uma tarefa que não é mais executada, uma chave de API revogada ou uma conta pausada. Se você não envia mais e-mails com esta tag, exclua este alerta.',
};
