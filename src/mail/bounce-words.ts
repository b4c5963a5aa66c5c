/**
 * Phrases that servers use in rejections, in several languages. Addresses and links may contain the same words, so most
 * callers remove them from the text first.
 */

/** The mailbox is full. */
export const MAILBOX_FULL: readonly RegExp[] = [
  /\b(?:mail ?box(?:es)?|inbox|account|user(?:'s)?|recipient(?:'s)?|storage|bo[iî]te|folder|mail ?folder|mail ?dir(?:ectory)?|disk|spool|buz[oó]n|casella|caixa postal|postfach|addressee)\b.{0,60}\b(?:full\b|over ?(?:quota|limit)|over (?:its |his |the |their |allowed )?(?:disk |storage |mail )?quota|(?:would )?exceed(?:s|ed|ing)? .{0,40}(?:quota|storage|allocation|limit|size|space|count)|out of (?:storage|space|disk)|quota (?:is )?(?:exceeded|full|violation)|has (?:no|insufficient) (?:space|room|storage)|limit (?:is |was |has been )?exceeded|pleine?\b|lleno\b|llena\b|piena\b|cheia\b|voll\b|[üu]berf[üu]llt)/i,
  /\b(?:quota (?:usage |limit )?(?:exceeded|exceed|violation|violated|is full|has been|limit|reached|full)|over ?quota|(?:is |currently )over (?:its |the )?quota|exceed(?:s|ed|ing)? (?:the |its |his |their |disk |mail |mailbox |user |storage |allowed |his\/her ){0,4}(?:storage|quota|disk|allotted space)|insufficient (?:disk|mailbox|system )?(?:space|quota|storage)|disk quota|not enough (?:disk |storage |free |mailbox ){0,2}(?:storage|space|room)(?! to accept)|\bspace (?:is )?not enough|\bnot have (?:enough|sufficient|any) .{0,20}space|\bexhausted .{0,30}(?:storage|space|quota)|\bdisc quota|\bover (?:\w+ ){0,3}quota\b|\bquota\b.{0,40}\b(?:used up|reached)\b|\bstorage (?:is |was )?exceeded\b|\bout of (?:disk |storage )?space\b|no (?:space|room) (?:left )?(?:in|for|on) (?:the )?(?:mailbox|user|disk|device)|quotaexceeded|quota_exceeded|shutoffquota|mailbox_?full|(?:overquota|dsq)\b)/i,
  /\b(?:mailbox|storage|inbox) (?:is |was )?full\b|\bfull (?:mailbox|inbox)\b|\b(?:mailbox|message|storage) (?:store )?(?:size |count |storage )?limit (?:has been |was |is )?(?:exceeded|reached)|\btoo many messages (?:on|in|for) (?:the|this) (?:server|mailbox|user)|\bhas too many messages\b|\bzu ?viele mails\b|\bspeicher(?:platz|limit|grenze)|\bcaixa\b.{0,30}\bcheia\b|\b(?:postvak|mailbox)\b.{0,10}\bvol\b|przepełnion|\b(?:espacio|casilla|cuota).{0,40}(?:agotad|llen|exced)|\bquota (?:d[eé]pass[eé]|superat|exced)|\bd[eé]pass[eé].{0,20}quota|メールボックス.{0,20}(?:一杯|いっぱい|容量)|容量.{0,20}(?:超|オーバー)|(?:ящик|квота).{0,40}(?:переполнен|превышен|исчерпан)|邮箱.{0,10}(?:已满|空间不足)|超出.{0,10}(?:容量|配额)/i,
];

/** The message exceeds the size limit. */
export const TOO_LARGE: readonly RegExp[] = [
  /\b(?:message|mail|e-?mail|data|content)?\b.{0,30}\b(?:exceeds?|exceeded|exceeding|larger than|bigger than|over)\b.{0,40}\b(?:(?:message|mail|maximum|max|fixed|allowed|permitted)[\w ]{0,20} size|maximum (?:message|size|allowed)|fixed limit|size limits?|limit of \d+ ?(?:k|m)?b|maximum permitted)\b/i,
  /\b(?:message|mail) (?:is |was |file |body )?(?:too (?:big|large|long)|size)\b|\bsize (?:limit|exceed)|\btoo (?:big|large)\b|\bmessage length exceeds\b|\bmax(?:imum)? (?:message )?size\b|\bmessage_?size_?(?:exceeded|limit)|\b[üu]berschreitet .{0,40}gr[öo](?:ß|ss)e|\btaille (?:du message|maximale)/i,
];

/** The message is in a mail loop. */
export const LOOPS =
  /\btoo many (?:hops|received)|(?:mail|routing|forwarding|delivery)[ -]?loop|\bloops? back|\bhop count exceeded|\bloop(?:ing)? detected|\bfound loop|\bloop alert/i;

/** The server could not connect to the next server, or gave up after its retry period. */
export const EXPIRED =
  /\bretry time ?out|retry time not reached|time ?out exceeded|(?:delivery|retry|queue|message|envelope)[\w ]{0,20}\b(?:expired|timed out|timeout)|\btoo long in (?:the )?queue|been in (?:the |my )?queue too long|connect(?:ion)? (?:timed out|refused|dropped|reset|closed)|\b(?:did |does |is |not|n[o']t) ?(?:not )?(?:respond|answering|responding)|\bcould ?n[o']t connect|giv(?:e|en|ing) up|unable to (?:connect|contact|open connection)|\b(?:delivery )?attempts? (?:have )?(?:failed|expired)|failed \d+ attempts|hosts have been failing|no route to host|network (?:is )?(?:unreachable|error)|host (?:is )?unreachable|not reachable|socket error|did not accept our requests to connect|lost connection|conversation with .{0,80}timed out|after multiple retries|last \d+ (?:seconds|hours|days)|operation timed out|maximum delivery attempts|not been collected|aborted after|could not find a gateway|can(?:not|'t) connect/i;

/** The domain does not exist or does not accept email (RFC 7505). */
export const DOMAIN_GONE: readonly RegExp[] = [
  /\b(?:host|domain|mail server|domain name|host name|hostname|destination server)s?\b(?: or domain)?(?: name)?[\w.' -]{0,60}\b(?:not found|unknown|does ?n.t exist|does not exist|not exist|lookup failed|not resolve|no mx|not valid)\b/i,
  /\bcould(?:n.t| not) find (?:any host|a mail exchanger)|\bno such (?:host|domain)\b|\bname or service not known|\bnxdomain\b|unrout(?:e)?able mail domain|\b(?:non-?existent|unknown|invalid|illegal|unrouteable) (?:recipient |mail |e-?mail |destination )?(?:host|domain)\b|illegal host\/domain|\bno mail(?: server|box host) (?:found|for)|\bnull ?mx\b|indicated no smtp service|(?:domain|host) (?:does not|doesn't) (?:accept|receive) (?:any )?(?:e-?mail|mail)|domain has no mail exchangers|\bno (?:mx|mail exchanger)s? (?:record )?(?:found|exists?|for)\b|\bdomain (?:is )?not (?:found|registered)/i,
];

/** The mailbox was closed or suspended. */
export const MAILBOX_CLOSED: readonly RegExp[] = [
  /\b(?:user|recipient|mail ?box|address|account|addressee|inbox|alias|e-?mail|customer|subscriber|id)\b.{0,40}\b(?:disabled|deactivated|in-?active|not active|suspended|discontinued|terminated|closed|expired|locked|cancel+ed|deleted|removed|frozen|blocked (?:due to|for) in-?activity|quarantined|archived|not currently available|parked|retired)\b/i,
  /\b(?:disabled|inactive|deactivated|suspended|closed|expired|locked) (?:user|mailbox|account|address|recipient)\b|\bmailbox (?:is )?(?:currently )?(?:suspended|disabled|inactive)|\baccount (?:that you tried to reach )?(?:is |has been )(?:disabled|inactive|suspended)|\b(?:is|are) no longer (?:available|active|exist\w*|valid|in use|accept\w*|work\w*|employed|used|monitored|on server|with)\b|\bno longer (?:on server|accepts? (?:e-?)?mail|works? (?:here|for|at)|employed|valid|exists|active|in use)|\b(?:has )?left (?:the|our) company|\bhas moved|\b(?:user|recipient|mailbox|account) (?:has )?moved\b|\bd[eé]sactiv[eé]|\bdeaktiviert|\bgesperrt|\bdesactivad|\b(?:casilla|cuenta|buz[oó]n).{0,30}(?:expirad|cerrad|suspendid)|\bdisattivat|заблокирован|停用|休止/i,
];

/** The mailbox does not exist. */
export const MAILBOX_UNKNOWN: readonly RegExp[] = [
  /\bbad_recipient\b|\b(?:users?|user ?(?:name|id)|recipients?|rcpt|mail ?box|address(?:es)?|account|addressee|inbox|alias|destinataire|adresse|person|customer|e-?mail(?: account| address)?|local[- ]part|mailer|distribution list|subscriber|employee|destination|conta|destinatario|destinat[aá]rio|cuenta|casilla|empf[aä]nger|benutzer|postfach|usuario|usu[aá]rio|utente|indirizzo|gebruiker)\b.{0,40}\b(?:unknown|not (?:be )?(?:found|exist|known|valid|active|here|listed|on file|recogni[sz]ed|a valid|in (?:our|the|my|domino|directory|ldap)|our customer|present|located|matched?|defined|registered|local)|does(?:n.t|n t| not) (?:exist|have an?\b|match)|do(?:n.t| not) exist|isn.t (?:known|valid|here)|no longer|non-?exist\w*|in?valide?\b|unavailable|inconnue?|n.existe|unrouteable|unroutable|undeliverable|desconocid\w*|no existe|non esiste|sconosciut\w*|inexistent\w*|n[aã]o existe|onbekend|bestaat niet|existiert nicht|unbekannt|nicht gefunden|ok[aä]nd)/i,
  /\b(?:unknown|invalid|no such|non-?existent|nonexistant|no valid|unrouteable|unroutable|not a (?:valid|known)|bad destination|bad|incorrect|undeliverable|undefined|unrecogni[sz]ed|not our|unbekannter?|utente|usuario|aucun) (?:destination |e-?mail |final |delivery |local |mail |recipient )*.{0,12}\b(?:user|user ?id|user ?name|recipients?|mail ?box|address|account|person|people|customer|name|local[- ]part|alias|destination|here|empf[aä]nger|benutzer|sconosciuto|desconocido|mailboxes|mobile|subscriber|forwarding)\b/i,
  /\bno (?:mailbox|user|recipient|account|one|such (?:user|address|recipient|person|mailbox|id))\b.{0,12}\b(?:here|by that name|with that (?:name|address)|found|in this|at this|of that name|called)\b|\bno mail ?box (?:currently )?available\b|\bsorry, no mailbox\b|\b(?:user|recipient) (?:is )?(?:not|isn't) (?:local|a member)\b|\bnot our customer\b|\bnot a (?:local|valid) (?:mailbox|address|recipient|user)\b|\bwho are you looking for\b|\bisn.t in my control locals\b|\bunknown (?:or illegal alias|recipient|user)\b/i,
  /\b(?:this user|user) (?:doesn't|does not|doesn t) have an?\b|\brecip(?:ient)?notfound\b|\bnot found by smtp address lookup\b|\bnot listed in (?:the )?(?:domino|public|lotus|directory)|\b(?:was|is)(?:n.t| not) found (?:at|in|by|on)\b|\bcould(?:n.t| not) be found\b|\bcan(?:not|'t) find (?:the )?(?:user|recipient|mailbox|account)|\bnot known at this (?:site|address|server)|\bno valid recipients?\b(?! .{0,30}polic)|\bnobody here by that name|\bno longer a customer|\b(?:utilisateur|destinataire) inconnu|\bonbekende? (?:gebruiker|ontvanger)|\bnieznany|\bhave a mailbox here|\bnot listed in the address book|\binvalid final delivery\b|\b(?:must|does) not match any\b|\bsmtp address lookup\b|\buserunknown\b|\baddress(?:ee)? unknown\b|\bmailbox not available\b|\bunknown rcpt\b|\bwrong (?:recipient|address|user)s?\b|\bnow disabled\b|\bno matches to nameserver query|\bfinal e-?mail delivery point|\bdid not (?:exactly )?match an?\b|\brecipient (?:cannot|could not) be (?:verified|resolved)\b/i,
  /(?:пользовател|получател|адресат|ящик|адрес)\S{0,6}.{0,40}(?:не (?:найден|существует|обслуживается)|неизвест)|не (?:существует|найден).{0,30}(?:ящик|адрес|пользоват)|(?:宛先|ユーザー?|アドレス|アカウント).{0,30}(?:存在しません|見つかりません|見つからない|不明|ありません)|(?:用户|邮箱|收件人|地址|帐号|账号).{0,12}(?:不存在|未找到|无效)|사용자.{0,12}(?:없|존재하지)|존재하지 않는/i,
];

/** Returns whether any of the patterns matches. */
export function isAnyOf(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
