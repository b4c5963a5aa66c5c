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
  'mail.domain_missing.subject': 'O registro DKIM de {domain} não foi encontrado',
  'mail.domain_missing.text': `Os e-mails de {domain} são assinados, mas os servidores de destino não encontram mais a chave.

Muitos servidores rejeitam e-mails sem uma assinatura válida ou os movem para a pasta de spam. Se o registro não for restaurado em até 48 horas, o Postrider deixará de aceitar e-mails deste domínio.

Publique este registro:

{records}

{found}

O Postrider verifica o registro a cada hora. Você não precisa fazer mais nada.`,
  'mail.domain_stopped.subject': '{domain} não pode mais enviar: o registro DKIM não foi encontrado',
  'mail.domain_stopped.text': `O registro DKIM de {domain} não é encontrado há 48 horas. Os e-mails deste domínio agora são rejeitados (domain_not_verified).

Publique este registro:

{records}

{found}

O domínio poderá enviar novamente assim que o registro for encontrado. Para verificar o registro agora, execute: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {O DNS não contém este registro.} other {Em vez deste registro, o DNS contém:

{found}}}`,
  'mail.domain_resumed.subject': '{domain} pode enviar novamente',
  'mail.domain_resumed.text':
    'O registro DKIM de {domain} foi encontrado. Os e-mails deste domínio voltaram a ser aceitos.',
  'mail.domain_key.subject': 'Nova chave DKIM para {domain}: publique o registro DNS',
  'mail.domain_key.text': `As chaves DKIM devem ser trocadas regularmente. Uma nova chave foi criada para {domain}. O Postrider começará a assinar com a nova chave um dia depois de encontrar o registro dela. Até lá, o Postrider assina com a chave atual.

Adicione este registro e mantenha o atual:

{records}

Para ver o andamento, execute: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Os envios em massa são rejeitados} other {Os e-mails de {domain} são rejeitados}}',
  'mail.sender_rejected.text': `Desde {since} UTC, servidores de destino rejeitaram {domain, select, mailing {envios em massa da sua conta} other {e-mails de {domain}}} {count, plural, one {# vez} other {# vezes}} por causa do remetente. Uma das respostas:

"{reason}"

Verifique os registros DNS do domínio: chame GET /domains ou use o comando postrider domain show. Causas comuns: um registro DKIM ausente ou alterado, um registro SPF sem esta instalação, uma falha na verificação DMARC ou um endereço de remetente que não existe.

Essas rejeições não bloquearam nenhum destinatário. Você receberá um e-mail por dia enquanto o problema continuar.`,
  'mail.webhook_gone.subject': 'Seu webhook foi desativado',
  'mail.webhook_gone.text': `O receptor do seu webhook, {url}, respondeu 410 (gone) em {since} UTC. O webhook foi desativado.

Os novos eventos são guardados por 30 dias. Quando o receptor estiver disponível novamente, ou quando você tiver alterado a URL, ative o webhook (PATCH /transactional/webhook com "enabled": true). Depois, reenvie os eventos guardados (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Seu webhook está falhando',
  'mail.webhook_failing.text': `Todas as solicitações ao receptor do seu webhook, {url}, falham desde {since} UTC. {failures, plural, one {# solicitação falhou} other {# solicitações seguidas falharam}}. O último erro foi:

"{reason}"

Cada entrega é repetida após 1 minuto, 15 minutos, 2 horas e 18 horas. Você pode reenviar entregas expiradas em até 30 dias (POST /transactional/webhook/replays). Para ver as respostas do receptor, chame GET /transactional/webhook/deliveries.

Você não receberá outro e-mail sobre este problema até que uma solicitação seja concluída com êxito.`,
  'mail.paused.subject': `{what, select, pause {Envio pausado} automation {E-mails de automação pausados} confirmation {E-mails de confirmação pausados} other {Envio de campanhas pausado}}: {account}`,
  'mail.paused.text': `Nos últimos sete dias, muitos e-mails da conta {account} foram rejeitados ou denunciados como spam:

{reason}

{what, select, pause {Novas solicitações de envio são rejeitadas. Os e-mails transacionais que já foram aceitos ainda são enviados. Os envios em massa ficam retidos e serão enviados quando a pausa for suspensa.} other {{what, select, automation {Os e-mails de automação} confirmation {Os e-mails de confirmação} other {As campanhas}} da conta estão em espera e o envio continuará quando a pausa for suspensa. Nenhum e-mail será perdido. Os códigos de login e todos os outros e-mails continuam sendo enviados.}}

Descubra quem recebeu esses e-mails e por quê, e pare de enviar a destinatários que não se inscreveram. Para ver as estatísticas e solicitar uma revisão, abra a página de status da conta. O operador desta instalação pode suspender a pausa.`,
  'mail.stopped.subject': `{what, select, pause {Envio pausado} restriction {Conta restrita} automation {E-mails de automação pausados} confirmation {E-mails de confirmação pausados} other {Envio de campanhas pausado}}: {account}`,
  'mail.stopped.text': `O operador desta instalação escreve:

{reason}

Para ver os detalhes e solicitar uma revisão, abra a página de status da conta.`,
  'mail.review_asked.subject': 'Revisão solicitada: {account}',
  'mail.review_asked.text': `{by} pede que você revise a conta {account} e escreve:

{message}

Revise a conta e suas estatísticas na página do operador do painel e, em seguida, aprove ou recuse o pedido.`,
  'mail.review_decided.subject': `Sua solicitação foi {decision, select, approved {aprovada} other {recusada}}: {account}`,
  'mail.review_decided.text': `Você pediu ao operador que revisasse a conta {account}. {decision, select, approved {O operador aprovou a solicitação. A alteração já está em vigor.} other {O operador recusou a solicitação. Depois de corrigir a causa, você pode solicitar outra revisão na página de status da conta.}}{reason, select, none {} other {

O operador escreve:

{reason}}}`,
  'mail.content_waiting.subject': 'Há conteúdo aguardando aprovação: {account}',
  'mail.content_waiting.text': `A conta {account} quer enviar {kind, select, campaign {uma campanha} confirmation {um e-mail de confirmação} other {um e-mail de automação}}:

{title}

{findings, plural, =0 {As verificações não encontraram problemas.} one {As verificações encontraram # problema.} other {As verificações encontraram # problemas.}}

Revise o conteúdo na página do operador do painel e, em seguida, aprove-o ou recuse-o. Você só receberá outro aviso sobre esta conta quando todas as revisões pendentes dela forem concluídas.`,
  'mail.content_decided.subject': `{decision, select, approved {Conteúdo aprovado} other {Conteúdo recusado}}: {title}`,
  'mail.content_decided.text': `O operador desta instalação {decision, select, approved {aprovou} other {recusou}} o conteúdo de “{title}”.{reason, select, none {} other {

O operador escreve:

{reason}}}

{decision, select, approved {{kind, select, campaign {Agora você pode enviar a campanha.} other {O e-mail agora é enviado automaticamente.}} Se você alterar o conteúdo, o operador precisará aprová-lo novamente.} other {Altere o conteúdo{kind, select, campaign { e envie a campanha novamente} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Uma campanha foi interrompida: {title}',
  'mail.campaign_stopped.text': `A campanha “{title}” foi pausada por causa dos primeiros resultados:

{reason}

Verifique quem recebeu esses e-mails e por quê. Depois, cancele a campanha ou peça ao operador desta instalação que a libere.`,
  'mail.optimized.subject': 'Suas campanhas agora são enviadas somente a contatos ativos',
  'mail.optimized.text': `Os resultados da campanha “{title}” estão muito abaixo do normal:

{reason}

As campanhas da conta agora são enviadas somente a contatos novos ou que abriram um e-mail nos últimos 90 dias. Esta restrição termina automaticamente após um número suficiente de campanhas com bons resultados, ou quando o operador desta instalação a encerrar.`,
  'figures.bounce_rate': 'Taxa de rejeição: {rate}% ({part} de {whole}), limite: {limit}%',
  'figures.complaint_rate': 'Taxa de reclamações: {rate}% ({part} de {whole}), limite: {limit}%',
  'figures.open_rate': 'Taxa de abertura: {rate}% ({part} de {whole}), mínimo: {limit}%',
  'figures.reached': 'Contatos alcançados na primeira onda: {rate}% ({part} de {whole}), mínimo: {limit}%',
  'mail.delivery.subject': `{kind, select, resolver {Falhas de DNS atrasam os e-mails} unprepared {Não é possível preparar mensagens} route {Rota de entrega alternativa em uso: {name} falhou} other {Os e-mails para {name} estão atrasados}}`,
  'mail.delivery.text': `{problems}

Você receberá um e-mail por dia sobre cada problema enquanto ele continuar.`,
  'delivery.resolver': `Falhas de DNS atrasam os e-mails. O servidor DNS não informa servidores de e-mail para domínios que antes os tinham ({count}×). Última falha: "{reason}"

Verifique se os servidores de nomes em POSTRIDER_RESOLVER, ou em /etc/resolv.conf de cada servidor de entrega, respondem corretamente. As falhas de DNS não causam rejeições nem bloqueios de destinatários. O Postrider tenta o envio novamente de forma automática.`,
  'delivery.unprepared': `Não é possível preparar mensagens a partir dos dados armazenados, e elas podem atrasar várias horas:

{list}

Procure "Message could not be prepared" no log e verifique o disco do banco de dados.`,
  'delivery.receivers': `Servidores de destino rejeitam ou adiam e-mails dos endereços IP desta instalação, ou estão inacessíveis:

{list}

Verifique se os endereços IP estão nas listas de bloqueio citadas acima. O comando postrider doctor verifica as principais listas de bloqueio. Verifique também os nomes DNS reversos dos endereços IP e descubra qual conta envia e-mails indesejados. Depois de corrigir a causa, solicite a remoção das listas de bloqueio.

Os e-mails em espera serão enviados quando a pausa terminar.`,
  'delivery.paused': '{name} aceita temporariamente poucos e-mails ou nenhum',
  'delivery.blocked': '{name} rejeita e-mails de acordo com sua política',
  'delivery.route': 'Não foi possível acessar {name}, por isso a próxima rota de entrega foi usada',
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
