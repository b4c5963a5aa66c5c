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
