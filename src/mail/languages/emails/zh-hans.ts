import type { MailCatalog } from './catalog.ts';

export const zhHans: MailCatalog = {
  'mail.reset.subject': '重置您的密码',
  'mail.reset.text': `您好：

请使用此链接为 Postrider 设置新密码：

{link}

此链接只能使用一次，一小时后失效。如果您再次申请链接，此链接将失效。

如果这不是您的请求，请忽略此邮件。只要不使用此链接，就不会有任何更改。`,
  'mail.address_change.subject': '确认您的新电子邮件地址',
  'mail.address_change.text': `您好：

一位 Postrider 用户希望使用此电子邮件地址登录。要确认该地址，请在一小时内打开此链接：

{link}

如果这不是您的请求，请忽略此邮件。只要不使用此链接，就不会有任何更改。`,
  'mail.address_changed.subject': '您的电子邮件地址已更改',
  'mail.address_changed.text': `您好：

您现在使用 {address} 登录 Postrider，不再使用此地址。

如果这不是您本人的操作，请立即联系您账户的所有者。`,
  'mail.password_changed.subject': '您的密码已更改',
  'mail.password_changed.text': `您好：

您的 Postrider 密码已更改，您在其他所有设备上均已退出登录。

如果这不是您本人的操作，请立即在登录页面重置密码。`,
  'mail.password_reset.subject': '您的密码已更改',
  'mail.password_reset.text': `您好：

您的 Postrider 密码已通过发送到此地址的链接更改。

以下内容已在您的所有账户中撤销：{sessions, plural, other {# 个会话}}、{tokens, plural, other {# 个个人访问令牌}}和{grants, plural, other {# 个已连接的应用}}。请创建新的令牌并重新连接您的应用。API 密钥属于账户，可继续使用。您的通行密钥和双重验证未更改。

如果这不是您本人的操作，则可能有他人能阅读您的邮件。请保护好您的邮箱，在登录页面再次重置密码，并检查您的通行密钥。`,
  'mail.left_keys.subject': '已离开 {account} 的成员的 API 密钥',
  'mail.left_keys.text': `您好：

{name} 已不再是 Postrider 账户 {account} 的成员。此人创建的以下 API 密钥仍可使用：

{keys}

如果此人可能仍持有其中的密钥，请在 API 密钥页面更换或撤销该密钥。`,
  'mail.factor.subject': '您的登录设置已更改',
  'mail.factor.text': `您好：

您的 Postrider 登录设置有变更：{change, select, two_factor_on {双重验证已开启} two_factor_off {双重验证已关闭} passkey_added {已添加一个通行密钥} other {已删除一个通行密钥}}。

如果这不是您本人的操作，请立即更改密码。`,
  'mail.invitation.subject': '邀请您加入 {account}',
  'mail.invitation.text': `您好：

{by, select, none {您受邀} other {{by} 邀请您}}加入 Postrider 账户 {account}。要接受邀请，请在七天内打开此链接：

{link}

如果您没有预料到此邀请，请忽略此邮件。`,
  'mail.account_closed.subject': '账户 {account} 已删除',
  'mail.account_closed.text': `您好：

{actor, select, operator {此系统的运营者} other {{by}}} 已删除 Postrider 账户 {account}。

成员、API 密钥、令牌和应用均已失去访问权限，该账户不再接受新邮件。已接受的邮件仍会发送，Webhook 仍会收到相应事件。

所有数据将在 {due}（UTC）或最后一封邮件发送之后（以较晚者为准）永久删除。删除的数据包括邮件、API 密钥、域名及其 DKIM 密钥、停发地址、统计数据、设置和审计日志。

在此之前，此系统的运营者可以恢复该账户。如需恢复，请联系 {operator}。`,
  'mail.account_restored.subject': '账户 {account} 已恢复',
  'mail.account_restored.text': `您好：

Postrider 账户 {account} 已恢复。成员和 API 密钥已重新获得访问权限。没有丢失任何数据。`,
  'mail.account_deleted.subject': '账户 {account} 的所有数据已删除',
  'mail.account_deleted.text': `您好：

已删除的 Postrider 账户 {account} 的所有数据均已永久删除。此系统的旧备份在被替换之前可能仍包含这些数据。

您现在可以从 DNS 中移除其域名的 DKIM 记录。`,
  'mail.person_deleted.subject': '您的用户账户已删除',
  'mail.person_deleted.text': `您好：

{by, select, you {您} other {此系统的运营者}}已删除您在 Postrider 的用户账户。您的姓名、密码、通行密钥、会话和访问令牌均已删除，您不再是任何账户的成员。此删除无法撤销，但您可以再次受邀。`,
  'mail.member_deleted.subject': '{account} 的一名成员已删除',
  'mail.member_deleted.text': `您好：

{name} 的 Postrider 用户账户已删除。{name} 不再是账户 {account} 的成员。此人的访问令牌和已连接的应用已失效。

{keys, select, none {{name} 没有创建过有效的 API 密钥。} other {此人创建的 API 密钥属于该账户，可继续使用。请更换此人可能仍持有的密钥：

{keys}}}`,
  'mail.domain_missing.subject': '找不到 {domain} 的 DKIM 记录',
  'mail.domain_missing.text': `来自 {domain} 的邮件已签名，但接收服务器已找不到密钥。

许多接收服务器会拒收没有有效签名的邮件，或将其移至垃圾邮件文件夹。如果该记录未在 48 小时内恢复，Postrider 将停止接受来自此域名的邮件。

请发布此记录：

{records}

{found}

Postrider 每小时检查一次该记录。您无需执行其他操作。`,
  'mail.domain_stopped.subject': '{domain} 已无法发送：找不到其 DKIM 记录',
  'mail.domain_stopped.text': `{domain} 的 DKIM 记录已缺失 48 小时。来自此域名的邮件现在会被拒绝（domain_not_verified）。

请发布此记录：

{records}

{found}

找到该记录后，此域名即可恢复发送。要立即检查该记录，请运行：postrider domain verify {domain}`,
  'domain.found': `{found, select, none {DNS 中没有此记录。} other {DNS 中的内容如下，与此记录不符：

{found}}}`,
  'mail.domain_resumed.subject': '{domain} 已可恢复发送',
  'mail.domain_resumed.text': '已找到 {domain} 的 DKIM 记录。系统已重新接受来自此域名的邮件。',
  'mail.domain_key.subject': '{domain} 的新 DKIM 密钥：请发布其 DNS 记录',
  'mail.domain_key.text': `DKIM 密钥应定期更换。已为 {domain} 创建新密钥。找到新密钥的记录一天后，Postrider 将开始使用新密钥签名。在此之前，Postrider 使用当前密钥签名。

请添加此记录，并保留当前记录：

{records}

要查看进度，请运行：postrider domain show {domain}`,
  'mail.sender_rejected.subject': '{domain, select, mailing {群发邮件被拒收} other {来自 {domain} 的邮件被拒收}}',
  'mail.sender_rejected.text': `自 {since}（UTC）起，接收服务器因发件人原因拒收了{domain, select, mailing {您账户的群发邮件} other {来自 {domain} 的邮件}} {count, plural, other {# 次}}。其中一条回复：

"{reason}"

请检查该域名的 DNS 记录：调用 GET /domains，或使用命令 postrider domain show。常见原因：DKIM 记录缺失或被更改、SPF 记录未包含此系统、DMARC 检查未通过，或发件人地址不存在。

这些拒收未将任何收件人列入停发列表。问题持续期间，您每天会收到一封邮件。`,
  'mail.webhook_gone.subject': '您的 Webhook 已停用',
  'mail.webhook_gone.text': `您的 Webhook 接收端 {url} 于 {since}（UTC）返回 410（gone）。该 Webhook 已停用。

新事件将保留 30 天。接收端恢复可用后，或您更改 URL 后，请启用 Webhook（PATCH /transactional/webhook，"enabled": true），然后重新发送保留的事件（POST /transactional/webhook/replays）。`,
  'mail.webhook_failing.subject': '您的 Webhook 持续失败',
  'mail.webhook_failing.text': `自 {since}（UTC）起，发往您的 Webhook 接收端 {url} 的所有请求均已失败。已连续失败 {failures, plural, other {# 次}}。最近一次错误：

"{reason}"

每次投递会在 1 分钟、15 分钟、2 小时和 18 小时后重试。您可以在 30 天内重新发送已过期的投递（POST /transactional/webhook/replays）。要查看接收端的响应，请调用 GET /transactional/webhook/deliveries。

在有请求成功之前，您不会再收到有关此问题的邮件。`,
  'mail.paused.subject': `{what, select, pause {发送已暂停} automation {自动化邮件已暂停} confirmation {确认邮件已暂停} other {营销活动发送已暂停}}：{account}`,
  'mail.paused.text': `过去七天内，账户 {account} 有过多邮件被退回或被举报为垃圾邮件：

{reason}

{what, select, pause {新的发送请求会被拒绝。已接受的事务性邮件仍会发送。群发邮件会被保留，在暂停解除后发送。} other {该账户的{what, select, automation {自动化邮件} confirmation {确认邮件} other {营销活动}}已保留，将在暂停解除后发送。不会丢失任何邮件。登录验证码和所有其他邮件仍会发送。}}

请查明哪些人因何收到这些邮件，并停止向未订阅的收件人发送。要查看统计数据并申请审核，请打开账户的状态页面。此系统的运营者可以解除暂停。`,
  'mail.stopped.subject': `{what, select, pause {发送已暂停} restriction {账户已受限} automation {自动化邮件已暂停} confirmation {确认邮件已暂停} other {营销活动发送已暂停}}：{account}`,
  'mail.stopped.text': `此系统的运营者留言：

{reason}

要了解详情并申请审核，请查看账户的状态页面。`,
  'mail.review_asked.subject': '收到审核申请：{account}',
  'mail.review_asked.text': `{by} 请您审核账户 {account}，并留言：

{message}

请在控制台的运营者页面查看该账户及其统计数据，然后批准或拒绝申请。`,
  'mail.review_decided.subject': `您的申请已{decision, select, approved {获批准} other {被拒绝}}：{account}`,
  'mail.review_decided.text': `您曾请运营者审核账户 {account}。{decision, select, approved {运营者已批准申请。更改已生效。} other {运营者已拒绝申请。解决问题后，您可以在账户的状态页面再次申请审核。}}{reason, select, none {} other {

运营者留言：

{reason}}}`,
  'mail.content_waiting.subject': '有内容等待批准：{account}',
  'mail.content_waiting.text': `账户 {account} 希望发送{kind, select, campaign {一个营销活动} confirmation {一封确认邮件} other {一封自动化邮件}}：

{title}

{findings, plural, =0 {检查未发现问题。} other {检查发现 # 个问题。}}

请在控制台的运营者页面查看该内容，然后批准或拒绝。在此账户的所有待审内容处理完毕之前，您不会再收到有关此账户的通知。`,
  'mail.content_decided.subject': `{decision, select, approved {内容已获批准} other {内容被拒绝}}：{title}`,
  'mail.content_decided.text': `此系统的运营者已{decision, select, approved {批准} other {拒绝}}“{title}”的内容。{reason, select, none {} other {

运营者留言：

{reason}}}

{decision, select, approved {{kind, select, campaign {您现在可以发送该营销活动。} other {该邮件现在会自动发送。}}如果您更改内容，则需要运营者再次批准。} other {请更改内容{kind, select, campaign {，然后重新发送该营销活动} other {}}。}}`,
  'mail.campaign_stopped.subject': '一个营销活动已停止：{title}',
  'mail.campaign_stopped.text': `营销活动“{title}”因其初步结果已暂停：

{reason}

请查明哪些人因何收到这些邮件。然后取消该营销活动，或请此系统的运营者放行。`,
  'mail.optimized.subject': '您的营销活动现在仅发送给活跃联系人',
  'mail.optimized.text': `营销活动“{title}”的结果远低于正常水平：

{reason}

该账户的营销活动现在仅发送给过去 90 天内打开过邮件的联系人和新联系人。在有足够多的营销活动取得良好结果后，或此系统的运营者解除时，此限制将自动结束。`,
  'figures.bounce_rate': '退信率：{rate}%（{whole} 中的 {part}），上限：{limit}%',
  'figures.complaint_rate': '投诉率：{rate}%（{whole} 中的 {part}），上限：{limit}%',
  'figures.open_rate': '打开率：{rate}%（{whole} 中的 {part}），下限：{limit}%',
  'figures.reached': '第一批触达的联系人：{rate}%（{whole} 中的 {part}），下限：{limit}%',
  'mail.delivery.subject': `{kind, select, resolver {DNS 故障导致邮件延迟} unprepared {无法生成邮件} route {正在使用备用投递路由：{name} 出现故障} other {发往 {name} 的邮件延迟}}`,
  'mail.delivery.text': `{problems}

问题持续期间，您每天会收到一封有关该问题的邮件。`,
  'delivery.resolver': `DNS 故障导致邮件延迟。对于之前有邮件服务器的域名，DNS 解析器未返回邮件服务器（{count} 次）。最近一次错误："{reason}"

请检查 POSTRIDER_RESOLVER 中或每台投递服务器的 /etc/resolv.conf 中的域名服务器是否正确响应。DNS 故障不会导致退信或停发收件人。Postrider 会自动重试邮件。`,
  'delivery.unprepared': `无法根据存储的数据生成邮件，邮件可能延迟数小时：

{list}

请在日志中搜索 "Message could not be prepared"，并检查数据库的磁盘。`,
  'delivery.receivers': `接收服务器拒收或推迟来自此系统 IP 地址的邮件，或无法连接：

{list}

请检查这些 IP 地址是否在上述黑名单中。命令 postrider doctor 会检查主要的黑名单。另请检查这些 IP 地址的反向 DNS 名称，并查明哪个账户在发送垃圾邮件。解决问题后，请申请从黑名单中移除。

暂停结束后，等待中的邮件将会发送。`,
  'delivery.paused': '{name} 暂时只接受少量邮件或不接受邮件',
  'delivery.blocked': '{name} 依据其策略拒收邮件',
  'delivery.route': '无法连接 {name}，因此使用了下一条投递路由',
  'mail.alert.subject': `警报：“{tag}”的{kind, select, bounce_rate {退信率} complaint_rate {投诉率} failure_rate {失败率} other {发送中断}}`,
  'mail.alert.text': `{finding}

{advice}

此警报解除后，您将再收到一封邮件。警报 ID：{id}。`,
  'mail.alert_ended.subject': `警报已解除：“{tag}”的{kind, select, bounce_rate {退信率} complaint_rate {投诉率} failure_rate {失败率} other {发送中断}}`,
  'mail.alert_ended.text': `{finding}

此警报自 {since}（UTC）起生效。警报 ID：{id}。`,
  'alert.bounce_rate': `标签“{tag}”在{window}内的退信率：占已送达或退回邮件的 {percent}%（{whole} 封中的 {part} 封）。`,
  'alert.complaint_rate': `标签“{tag}”在{window}内的投诉率：占已送达邮件的 {percent}%（{whole} 封中的 {part} 封）。`,
  'alert.failure_rate': `标签“{tag}”在{window}内的失败率：占已送达、退回或失败邮件的 {percent}%（{whole} 封中的 {part} 封）。`,
  'alert.above': '该比率高于 {threshold}% 的阈值。',
  'alert.below': '该比率已不再高于 {threshold}% 的阈值。',
  'alert.few': `此警报至少需要 {minimum, plural, other {# 封邮件}}才能评估该比率。`,
  'alert.silence': `在此警报的时间范围（{window}）内，标签“{tag}”没有任何送达、退信或失败记录。`,
  'alert.resumed': '带有标签“{tag}”的邮件已恢复发送。',
  'alert.last': '最近一次结果：{time, select, never {无} other {{time}（UTC）}}。',
  'alert.advice.bounce_rate':
    '请在带有此标签的最新退信的时间线中查看原因。常见原因：地址输入错误或未经确认、列表过旧，或接收服务器屏蔽了此发件人。',
  'alert.advice.complaint_rate':
    '收件人将这些邮件标记为垃圾邮件。请检查哪些人收到这些邮件、收件人是否预期收到，以及主题、发件人或受众最近是否有变化。',
  'alert.advice.failure_rate':
    '这些邮件在最后一次重试后失败。请在其时间线中查看原因。常见原因：无法连接收件人的域名，或此系统的中继或网络出现故障。',
  'alert.advice.silence':
    '请检查应用是否仍在发送邮件。常见原因：任务不再运行、API 密钥已撤销或账户已暂停。如果您不再发送带有此标签的邮件，请删除此警报。',
};
