import type { MailCatalog } from './catalog.ts';

export const es: MailCatalog = {
  'mail.reset.subject': 'Restablecer la contraseña',
  'mail.reset.text': `Hola:

Use este enlace para establecer una contraseña nueva para Postrider:

{link}

El enlace funciona una sola vez y caduca al cabo de una hora. Si solicita otro enlace, este dejará de funcionar.

Si no ha solicitado esto, ignore este correo. Nada cambia mientras no se use el enlace.`,
  'mail.address_change.subject': 'Confirme su nueva dirección de correo',
  'mail.address_change.text': `Hola:

Una persona quiere iniciar sesión en Postrider con esta dirección de correo. Para confirmar la dirección, abra este enlace en el plazo de una hora:

{link}

Si no ha solicitado esto, ignore este correo. Nada cambia mientras no se use el enlace.`,
  'mail.address_changed.subject': 'Se ha cambiado su dirección de correo',
  'mail.address_changed.text': `Hola:

Ahora inicia sesión en Postrider con {address} en lugar de esta dirección.

Si no ha hecho este cambio, póngase en contacto inmediatamente con un propietario de su cuenta.`,
  'mail.password_changed.subject': 'Se ha cambiado su contraseña',
  'mail.password_changed.text': `Hola:

Se ha cambiado su contraseña de Postrider y se ha cerrado su sesión en los demás dispositivos.

Si no ha hecho este cambio, restablezca inmediatamente la contraseña en la página de inicio de sesión.`,
  'mail.password_reset.subject': 'Se ha cambiado su contraseña',
  'mail.password_reset.text': `Hola:

Su contraseña de Postrider se ha cambiado con un enlace enviado a esta dirección.

En todas sus cuentas se han revocado: {sessions, plural, one {# sesión} other {# sesiones}}, {tokens, plural, one {# token de acceso personal} other {# tokens de acceso personales}} y {grants, plural, one {# aplicación conectada} other {# aplicaciones conectadas}}. Cree tokens nuevos y vuelva a conectar sus aplicaciones. Las claves de API pertenecen a las cuentas y siguen funcionando. Sus llaves de acceso y la autenticación en dos pasos no han cambiado.

Si no ha hecho este cambio, otra persona puede leer su correo. Proteja su buzón, restablezca de nuevo la contraseña en la página de inicio de sesión y revise sus llaves de acceso.`,
  'mail.left_keys.subject': 'Claves de API de un miembro que ha dejado {account}',
  'mail.left_keys.text': `Hola:

{name} ya no es miembro de la cuenta {account} en Postrider. Las claves de API que creó siguen funcionando:

{keys}

Si esta persona aún puede tener alguna de estas claves, renuévela o revóquela en la página de claves de API.`,
  'mail.factor.subject': 'Se han cambiado sus opciones de inicio de sesión',
  'mail.factor.text': `Hola:

{change, select, two_factor_on {Se ha activado la autenticación en dos pasos} two_factor_off {Se ha desactivado la autenticación en dos pasos} passkey_added {Se ha añadido una llave de acceso} other {Se ha eliminado una llave de acceso}} para su inicio de sesión en Postrider.

Si no ha hecho este cambio, cambie inmediatamente su contraseña.`,
  'mail.invitation.subject': 'Invitación a {account}',
  'mail.invitation.text': `Hola:

{by, select, none {Ha recibido una invitación} other {{by} le invita}} para unirse a la cuenta {account} en Postrider. Para aceptar, abra este enlace en el plazo de siete días:

{link}

Si no esperaba esta invitación, ignore este correo.`,
  'mail.account_closed.subject': 'Se ha eliminado la cuenta {account}',
  'mail.account_closed.text': `Hola:

{actor, select, operator {El operador de esta instalación} other {{by}}} ha eliminado la cuenta {account} en Postrider.

Los miembros, las claves de API, los tokens y las aplicaciones ya no tienen acceso, y la cuenta no acepta correos nuevos. Los correos ya aceptados aún se envían, y los webhooks reciben sus eventos.

Todos los datos se eliminarán definitivamente el {due} (UTC) o después de enviar el último correo, lo que ocurra más tarde. Esto incluye los mensajes, las claves de API, los dominios con sus claves DKIM, las direcciones bloqueadas, las estadísticas, la configuración y el registro de auditoría.

Hasta entonces, el operador de esta instalación puede restaurar la cuenta. Para ello, póngase en contacto con {operator}.`,
  'mail.account_restored.subject': 'Se ha restaurado la cuenta {account}',
  'mail.account_restored.text': `Hola:

Se ha restaurado la cuenta {account} en Postrider. Los miembros y las claves de API vuelven a tener acceso. No se ha perdido ningún dato.`,
  'mail.account_deleted.subject': 'Se han eliminado todos los datos de la cuenta {account}',
  'mail.account_deleted.text': `Hola:

Se han eliminado definitivamente todos los datos de la cuenta eliminada {account} en Postrider. Las copias de seguridad antiguas de esta instalación pueden contener los datos hasta que se reemplacen.

Ya puede quitar del DNS los registros DKIM de sus dominios.`,
  'mail.person_deleted.subject': 'Se ha eliminado su cuenta de usuario',
  'mail.person_deleted.text': `Hola:

{by, select, you {Usted ha} other {El operador de esta instalación ha}} eliminado su cuenta de usuario en Postrider. Se han eliminado su nombre, su contraseña, sus llaves de acceso, sus sesiones y sus tokens de acceso, y ya no es miembro de ninguna cuenta. La eliminación no se puede deshacer, pero se le puede volver a invitar.`,
  'mail.member_deleted.subject': 'Se ha eliminado un miembro de {account}',
  'mail.member_deleted.text': `Hola:

Se ha eliminado la cuenta de usuario de {name} en Postrider. {name} ya no es miembro de la cuenta {account}. Sus tokens de acceso y aplicaciones conectadas ya no funcionan.

{keys, select, none {{name} no creó ninguna clave de API activa.} other {Las claves de API que creó pertenecen a la cuenta y siguen funcionando. Renueve las claves que aún pueda tener:

{keys}}}`,
  'mail.domain_missing.subject': 'Falta el registro DKIM de {domain}',
  'mail.domain_missing.text': `Los correos de {domain} se firman, pero los receptores ya no encuentran la clave.

Muchos receptores rechazan los correos sin firma válida o los mueven a la carpeta de spam. Si el registro no se restaura en 48 horas, Postrider dejará de aceptar correos de este dominio.

Publique este registro:

{records}

{found}

Postrider comprueba el registro cada hora. No tiene que hacer nada más.`,
  'mail.domain_stopped.subject': '{domain} ya no puede enviar: falta su registro DKIM',
  'mail.domain_stopped.text': `El registro DKIM de {domain} falta desde hace 48 horas. Los correos de este dominio se rechazan ahora (domain_not_verified).

Publique este registro:

{records}

{found}

El dominio podrá volver a enviar en cuanto se encuentre el registro. Para comprobar el registro ahora, ejecute: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {El DNS no contiene este registro.} other {En su lugar, el DNS contiene lo siguiente:

{found}}}`,
  'mail.domain_resumed.subject': '{domain} puede volver a enviar',
  'mail.domain_resumed.text':
    'Se ha encontrado el registro DKIM de {domain}. Los correos de este dominio se aceptan de nuevo.',
  'mail.domain_key.subject': 'Nueva clave DKIM para {domain}: publique su registro DNS',
  'mail.domain_key.text': `Las claves DKIM deben renovarse con regularidad. Se ha creado una clave nueva para {domain}. Postrider empezará a firmar con la clave nueva un día después de encontrar su registro. Hasta entonces, Postrider firma con la clave actual.

Añada este registro y conserve el actual:

{records}

Para ver el progreso, ejecute: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Se rechazan los envíos masivos} other {Se rechazan los correos de {domain}}}',
  'mail.sender_rejected.text': `Desde el {since} UTC, servidores receptores han rechazado {count, plural, one {una vez} other {# veces}} {domain, select, mailing {los envíos masivos de su cuenta} other {correos de {domain}}} a causa del remitente. Una de las respuestas:

"{reason}"

Compruebe los registros DNS del dominio: llame a GET /domains o use el comando postrider domain show. Causas frecuentes: un registro DKIM ausente o modificado, un registro SPF sin esta instalación, un fallo de DMARC o una dirección de remitente que no existe.

Estos rechazos no han bloqueado a ningún destinatario. Recibirá un correo al día mientras continúe el problema.`,
  'mail.webhook_gone.subject': 'Se ha desactivado su webhook',
  'mail.webhook_gone.text': `El receptor de su webhook, {url}, respondió 410 (gone) el {since} UTC. Se ha desactivado el webhook.

Los eventos nuevos se conservan 30 días. Cuando el receptor vuelva a estar disponible, o cuando haya cambiado la URL, active el webhook (PATCH /transactional/webhook con "enabled": true). Después, vuelva a enviar los eventos conservados (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Su webhook está fallando',
  'mail.webhook_failing.text': `Todas las solicitudes al receptor de su webhook, {url}, han fallado desde el {since} UTC. {failures, plural, one {Ha fallado # solicitud seguida} other {Han fallado # solicitudes seguidas}}. El último error fue:

"{reason}"

Cada entrega se reintenta al cabo de 1 minuto, 15 minutos, 2 horas y 18 horas. Puede volver a enviar las entregas caducadas durante 30 días (POST /transactional/webhook/replays). Para ver las respuestas del receptor, llame a GET /transactional/webhook/deliveries.

No recibirá otro correo sobre este problema hasta que una solicitud se complete correctamente.`,
  'mail.paused.subject': `{what, select, pause {Envío en pausa} automation {Correos de automatización en pausa} confirmation {Correos de confirmación en pausa} other {Envío de campañas en pausa}}: {account}`,
  'mail.paused.text': `En los últimos siete días, demasiados correos de la cuenta {account} rebotaron o se marcaron como spam:

{reason}

{what, select, pause {Se rechazan las nuevas solicitudes de envío. Los correos transaccionales ya aceptados aún se envían. Los envíos masivos quedan retenidos y se enviarán cuando se levante la pausa.} other {{what, select, automation {Los correos de automatización} confirmation {Los correos de confirmación} other {Las campañas}} de la cuenta quedan en espera y se enviarán cuando se levante la pausa. No se pierde ningún correo. Los códigos de inicio de sesión y los demás correos se siguen enviando.}}

Averigüe quién recibió estos correos y por qué, y deje de enviar a destinatarios que no se suscribieron. Para ver las estadísticas y solicitar una revisión, abra la página de estado de la cuenta. El operador de esta instalación puede levantar la pausa.`,
  'mail.stopped.subject': `{what, select, pause {Envío en pausa} restriction {Cuenta restringida} automation {Correos de automatización en pausa} confirmation {Correos de confirmación en pausa} other {Envío de campañas en pausa}}: {account}`,
  'mail.stopped.text': `El operador de esta instalación escribe:

{reason}

Para ver los detalles y solicitar una revisión, consulte la página de estado de la cuenta.`,
  'mail.review_asked.subject': 'Revisión solicitada: {account}',
  'mail.review_asked.text': `{by} le pide que revise la cuenta {account} y escribe:

{message}

Revise la cuenta y sus estadísticas en la página del operador del panel y, después, apruebe o rechace la solicitud.`,
  'mail.review_decided.subject': `Su solicitud ha sido {decision, select, approved {aprobada} other {rechazada}}: {account}`,
  'mail.review_decided.text': `Pidió al operador que revisara la cuenta {account}. {decision, select, approved {El operador ha aprobado la solicitud. El cambio ya está en vigor.} other {El operador ha rechazado la solicitud. Cuando haya corregido la causa, puede solicitar otra revisión en la página de estado de la cuenta.}}{reason, select, none {} other {

El operador escribe:

{reason}}}`,
  'mail.content_waiting.subject': 'Hay contenido pendiente de aprobación: {account}',
  'mail.content_waiting.text': `La cuenta {account} quiere enviar {kind, select, campaign {una campaña} confirmation {un correo de confirmación} other {un correo de automatización}}:

{title}

{findings, plural, =0 {Las comprobaciones no encontraron problemas.} one {Las comprobaciones encontraron # problema.} other {Las comprobaciones encontraron # problemas.}}

Revise el contenido en la página del operador del panel y, después, apruébelo o rechácelo. No recibirá más avisos sobre esta cuenta hasta que se completen todas sus revisiones pendientes.`,
  'mail.content_decided.subject': `{decision, select, approved {Contenido aprobado} other {Contenido rechazado}}: {title}`,
  'mail.content_decided.text': `El operador de esta instalación ha {decision, select, approved {aprobado} other {rechazado}} el contenido de «{title}».{reason, select, none {} other {

El operador escribe:

{reason}}}

{decision, select, approved {{kind, select, campaign {Ya puede enviar la campaña.} other {El correo se envía ahora automáticamente.}} Si cambia el contenido, el operador deberá aprobarlo de nuevo.} other {Cambie el contenido{kind, select, campaign { y vuelva a enviar la campaña} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Se ha detenido una campaña: {title}',
  'mail.campaign_stopped.text': `La campaña «{title}» se ha puesto en pausa por sus primeros resultados:

{reason}

Compruebe quién recibió estos correos y por qué. Después, cancele la campaña o pida al operador de esta instalación que la libere.`,
  'mail.optimized.subject': 'Sus campañas se envían ahora solo a contactos activos',
  'mail.optimized.text': `Los resultados de la campaña «{title}» están muy por debajo de lo normal:

{reason}

Las campañas de la cuenta se envían ahora solo a contactos nuevos o que han abierto un correo en los últimos 90 días. Esta restricción termina automáticamente tras suficientes campañas con buenos resultados, o cuando el operador de esta instalación la levante.`,
  'figures.bounce_rate': 'Tasa de rebote: {rate} % ({part} de {whole}), límite: {limit} %',
  'figures.complaint_rate': 'Tasa de quejas: {rate} % ({part} de {whole}), límite: {limit} %',
  'figures.open_rate': 'Tasa de apertura: {rate} % ({part} de {whole}), mínimo: {limit} %',
  'figures.reached': 'Contactos alcanzados en la primera tanda: {rate} % ({part} de {whole}), mínimo: {limit} %',
  'mail.delivery.subject': `{kind, select, resolver {Los fallos de DNS retrasan los correos} unprepared {No se pueden preparar mensajes} route {Ruta de entrega alternativa en uso: ha fallado {name}} other {Los correos a {name} se retrasan}}`,
  'mail.delivery.text': `{problems}

Recibirá un correo al día por cada problema mientras continúe.`,
  'delivery.resolver': `Los fallos de DNS retrasan los correos. El servidor DNS no devuelve servidores de correo para dominios que antes sí los tenían ({count}×). Último fallo: "{reason}"

Compruebe que los servidores de nombres de POSTRIDER_RESOLVER, o de /etc/resolv.conf en cada servidor de entrega, respondan correctamente. Los fallos de DNS no causan rebotes ni bloqueos de destinatarios. Postrider reintenta el envío automáticamente.`,
  'delivery.unprepared': `No se pueden preparar mensajes a partir de sus datos guardados y pueden retrasarse varias horas:

{list}

Busque "Message could not be prepared" en el registro y compruebe el disco de la base de datos.`,
  'delivery.receivers': `Hay servidores receptores que rechazan o aplazan los correos de las direcciones IP de esta instalación, o que no están accesibles:

{list}

Compruebe si las direcciones IP están en las listas de bloqueo mencionadas arriba. El comando postrider doctor comprueba las listas de bloqueo principales. Compruebe también los nombres DNS inversos de las direcciones IP y averigüe qué cuenta envía correos no deseados. Cuando haya corregido la causa, solicite la retirada de las listas de bloqueo.

Los correos en espera se enviarán cuando termine la pausa.`,
  'delivery.paused': '{name} acepta temporalmente pocos correos o ninguno',
  'delivery.blocked': '{name} rechaza correos por su política',
  'delivery.route': 'No se pudo conectar con {name}, por lo que se usó la siguiente ruta de entrega',
  'mail.alert.subject': `Alerta: {kind, select, bounce_rate {tasa de rebote} complaint_rate {tasa de quejas} failure_rate {tasa de fallos} other {ningún correo}} en «{tag}»`,
  'mail.alert.text': `{finding}

{advice}

Recibirá otro correo cuando termine esta alerta. ID de la alerta: {id}.`,
  'mail.alert_ended.subject': `Alerta terminada: {kind, select, bounce_rate {tasa de rebote} complaint_rate {tasa de quejas} failure_rate {tasa de fallos} other {ningún correo}} en «{tag}»`,
  'mail.alert_ended.text': `{finding}

La alerta estaba activa desde {since} UTC. ID de la alerta: {id}.`,
  'alert.bounce_rate': `Tasa de rebote de la etiqueta «{tag}» en {window}: {percent} % ({part} de {whole}) de los correos entregados o rebotados.`,
  'alert.complaint_rate': `Tasa de quejas de la etiqueta «{tag}» en {window}: {percent} % ({part} de {whole}) de los correos entregados.`,
  'alert.failure_rate': `Tasa de fallos de la etiqueta «{tag}» en {window}: {percent} % ({part} de {whole}) de los correos entregados, rebotados o fallidos.`,
  'alert.above': 'La tasa supera el umbral del {threshold} %.',
  'alert.below': 'La tasa ya no supera el umbral del {threshold} %.',
  'alert.few': `La alerta necesita al menos {minimum, plural, one {# correo} other {# correos}} para evaluar la tasa.`,
  'alert.silence': `No se registró ninguna entrega, ningún rebote ni ningún fallo de la etiqueta «{tag}» en el periodo de esta alerta ({window}).`,
  'alert.resumed': 'Se vuelven a enviar correos con la etiqueta «{tag}».',
  'alert.last': 'Último resultado: {time, select, never {ninguno} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Revise los motivos en el historial de los últimos correos rebotados con esta etiqueta. Causas frecuentes: direcciones mal escritas o sin confirmar, una lista antigua o un servidor receptor que bloquea a este remitente.',
  'alert.advice.complaint_rate':
    'Algunos destinatarios marcaron estos correos como spam. Compruebe quién los recibe, si los destinatarios los esperan y si el asunto, el remitente o el público ha cambiado hace poco.',
  'alert.advice.failure_rate':
    'Estos correos fallaron después del último intento. Revise los motivos en su historial. Causas frecuentes: el dominio receptor no está disponible, o el relay o la red de esta instalación no funciona.',
  'alert.advice.silence':
    'Compruebe si la aplicación sigue enviando correos. Causas frecuentes: una tarea que ya no se ejecuta, una clave de API revocada o una cuenta en pausa. Si ya no envía correos con esta etiqueta, elimine esta alerta.',
};
