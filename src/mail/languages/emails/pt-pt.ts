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
  'mail.domain_missing.subject': 'O registo DKIM de {domain} não foi encontrado',
  'mail.domain_missing.text': `Os e-mails de {domain} são assinados, mas os servidores de destino já não encontram a chave.

Muitos servidores rejeitam e-mails sem uma assinatura válida ou movem-nos para a pasta de spam. Se o registo não for reposto no prazo de 48 horas, o Postrider deixará de aceitar e-mails deste domínio.

Publique este registo:

{records}

{found}

O Postrider verifica o registo de hora a hora. Não precisa de fazer mais nada.`,
  'mail.domain_stopped.subject': '{domain} já não pode enviar: o registo DKIM não foi encontrado',
  'mail.domain_stopped.text': `O registo DKIM de {domain} não é encontrado há 48 horas. Os e-mails deste domínio são agora rejeitados (domain_not_verified).

Publique este registo:

{records}

{found}

O domínio poderá voltar a enviar assim que o registo for encontrado. Para verificar o registo agora, execute: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {O DNS não contém este registo.} other {Em vez deste registo, o DNS contém:

{found}}}`,
  'mail.domain_resumed.subject': '{domain} pode voltar a enviar',
  'mail.domain_resumed.text':
    'O registo DKIM de {domain} foi encontrado. Os e-mails deste domínio voltaram a ser aceites.',
  'mail.domain_key.subject': 'Nova chave DKIM para {domain}: publique o registo DNS',
  'mail.domain_key.text': `As chaves DKIM devem ser renovadas regularmente. Foi criada uma nova chave para {domain}. O Postrider começará a assinar com a nova chave um dia depois de encontrar o respetivo registo. Até lá, o Postrider assina com a chave atual.

Adicione este registo e mantenha o atual:

{records}

Para ver o progresso, execute: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Os envios em massa são rejeitados} other {Os e-mails de {domain} são rejeitados}}',
  'mail.sender_rejected.text': `Desde {since} UTC, servidores de destino rejeitaram {domain, select, mailing {envios em massa da sua conta} other {e-mails de {domain}}} {count, plural, one {# vez} other {# vezes}} por causa do remetente. Uma das respostas:

"{reason}"

Verifique os registos DNS do domínio: chame GET /domains ou utilize o comando postrider domain show. Causas comuns: um registo DKIM em falta ou alterado, um registo SPF sem esta instalação, uma falha na verificação DMARC ou um endereço de remetente que não existe.

Estas rejeições não bloquearam nenhum destinatário. Receberá um e-mail por dia enquanto o problema se mantiver.`,
  'mail.webhook_gone.subject': 'O seu webhook foi desativado',
  'mail.webhook_gone.text': `O recetor do seu webhook, {url}, respondeu 410 (gone) em {since} UTC. O webhook foi desativado.

Os novos eventos são guardados durante 30 dias. Quando o recetor estiver novamente disponível, ou quando tiver alterado o URL, ative o webhook (PATCH /transactional/webhook com "enabled": true). Em seguida, reenvie os eventos guardados (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'O seu webhook está a falhar',
  'mail.webhook_failing.text': `Todos os pedidos ao recetor do seu webhook, {url}, falham desde {since} UTC. {failures, plural, one {# pedido falhou} other {# pedidos seguidos falharam}}. O último erro foi:

"{reason}"

Cada entrega é repetida após 1 minuto, 15 minutos, 2 horas e 18 horas. Pode reenviar as entregas expiradas no prazo de 30 dias (POST /transactional/webhook/replays). Para ver as respostas do recetor, chame GET /transactional/webhook/deliveries.

Não receberá outro e-mail sobre este problema até que um pedido seja concluído com êxito.`,
  'mail.paused.subject': `{what, select, pause {Envio suspenso} automation {E-mails de automatização suspensos} confirmation {E-mails de confirmação suspensos} other {Envio de campanhas suspenso}}: {account}`,
  'mail.paused.text': `Nos últimos sete dias, demasiados e-mails da conta {account} foram rejeitados ou denunciados como spam:

{reason}

{what, select, pause {Os novos pedidos de envio são rejeitados. Os e-mails transacionais já aceites ainda são enviados. Os envios em massa ficam retidos e serão enviados quando a suspensão for levantada.} other {{what, select, automation {Os e-mails de automatização} confirmation {Os e-mails de confirmação} other {As campanhas}} da conta estão em espera e o envio continuará quando a suspensão for levantada. Nenhum e-mail se perde. Os códigos de início de sessão e todos os outros e-mails continuam a ser enviados.}}

Descubra quem recebeu estes e-mails e porquê, e deixe de enviar a destinatários que não se inscreveram. Para ver as estatísticas e pedir uma revisão, abra a página de estado da conta. O operador desta instalação pode levantar a suspensão.`,
  'mail.stopped.subject': `{what, select, pause {Envio suspenso} restriction {Conta restringida} automation {E-mails de automatização suspensos} confirmation {E-mails de confirmação suspensos} other {Envio de campanhas suspenso}}: {account}`,
  'mail.stopped.text': `O operador desta instalação escreve:

{reason}

Para ver os detalhes e pedir uma revisão, abra a página de estado da conta.`,
  'mail.review_asked.subject': 'Revisão pedida: {account}',
  'mail.review_asked.text': `{by} pede-lhe que reveja a conta {account} e escreve:

{message}

Reveja a conta e as respetivas estatísticas na página do operador do painel e, em seguida, aprove ou recuse o pedido.`,
  'mail.review_decided.subject': `O seu pedido foi {decision, select, approved {aprovado} other {recusado}}: {account}`,
  'mail.review_decided.text': `Pediu ao operador que revisse a conta {account}. {decision, select, approved {O operador aprovou o pedido. A alteração já está em vigor.} other {O operador recusou o pedido. Depois de corrigir a causa, pode pedir outra revisão na página de estado da conta.}}{reason, select, none {} other {

O operador escreve:

{reason}}}`,
  'mail.content_waiting.subject': 'Há conteúdo a aguardar aprovação: {account}',
  'mail.content_waiting.text': `A conta {account} pretende enviar {kind, select, campaign {uma campanha} confirmation {um e-mail de confirmação} other {um e-mail de automatização}}:

{title}

{findings, plural, =0 {As verificações não encontraram problemas.} one {As verificações encontraram # problema.} other {As verificações encontraram # problemas.}}

Reveja o conteúdo na página do operador do painel e, em seguida, aprove-o ou recuse-o. Só receberá outro aviso sobre esta conta quando todas as suas revisões pendentes estiverem concluídas.`,
  'mail.content_decided.subject': `{decision, select, approved {Conteúdo aprovado} other {Conteúdo recusado}}: {title}`,
  'mail.content_decided.text': `O operador desta instalação {decision, select, approved {aprovou} other {recusou}} o conteúdo de «{title}».{reason, select, none {} other {

O operador escreve:

{reason}}}

{decision, select, approved {{kind, select, campaign {Já pode enviar a campanha.} other {O e-mail é agora enviado automaticamente.}} Se alterar o conteúdo, o operador terá de o aprovar novamente.} other {Altere o conteúdo{kind, select, campaign { e envie novamente a campanha} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Uma campanha foi interrompida: {title}',
  'mail.campaign_stopped.text': `A campanha «{title}» foi suspensa devido aos primeiros resultados:

{reason}

Verifique quem recebeu estes e-mails e porquê. Em seguida, cancele a campanha ou peça ao operador desta instalação que a liberte.`,
  'mail.optimized.subject': 'As suas campanhas são agora enviadas apenas a contactos ativos',
  'mail.optimized.text': `Os resultados da campanha «{title}» estão muito abaixo do normal:

{reason}

As campanhas da conta são agora enviadas apenas a contactos novos ou que abriram um e-mail nos últimos 90 dias. Esta restrição termina automaticamente após um número suficiente de campanhas com bons resultados, ou quando o operador desta instalação a levantar.`,
  'figures.bounce_rate': 'Taxa de rejeição: {rate}% ({part} de {whole}), limite: {limit}%',
  'figures.complaint_rate': 'Taxa de reclamações: {rate}% ({part} de {whole}), limite: {limit}%',
  'figures.open_rate': 'Taxa de abertura: {rate}% ({part} de {whole}), mínimo: {limit}%',
  'figures.reached': 'Contactos alcançados na primeira vaga: {rate}% ({part} de {whole}), mínimo: {limit}%',
  'mail.delivery.subject': `{kind, select, resolver {Falhas de DNS atrasam os e-mails} unprepared {Não é possível preparar mensagens} route {Rota de entrega alternativa em uso: {name} falhou} other {Os e-mails para {name} estão atrasados}}`,
  'mail.delivery.text': `{problems}

Receberá um e-mail por dia sobre cada problema enquanto este se mantiver.`,
  'delivery.resolver': `Falhas de DNS atrasam os e-mails. O servidor DNS não indica servidores de correio para domínios que antes os tinham ({count}×). Última falha: "{reason}"

Verifique se os servidores de nomes em POSTRIDER_RESOLVER, ou em /etc/resolv.conf de cada servidor de entrega, respondem corretamente. As falhas de DNS não causam rejeições nem bloqueios de destinatários. O Postrider repete o envio automaticamente.`,
  'delivery.unprepared': `Não é possível preparar mensagens a partir dos dados guardados, pelo que podem atrasar-se várias horas:

{list}

Procure "Message could not be prepared" no registo e verifique o disco da base de dados.`,
  'delivery.receivers': `Servidores de destino rejeitam ou adiam e-mails dos endereços IP desta instalação, ou estão inacessíveis:

{list}

Verifique se os endereços IP constam das listas de bloqueio acima indicadas. O comando postrider doctor verifica as principais listas de bloqueio. Verifique também os nomes DNS inversos dos endereços IP e descubra que conta envia e-mails indesejados. Depois de corrigir a causa, peça a remoção das listas de bloqueio.

Os e-mails em espera serão enviados quando a pausa terminar.`,
  'delivery.paused': '{name} aceita temporariamente poucos e-mails ou nenhum',
  'delivery.blocked': '{name} rejeita e-mails de acordo com a sua política',
  'delivery.route': 'Não foi possível contactar {name}, pelo que foi usada a rota de entrega seguinte',
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
