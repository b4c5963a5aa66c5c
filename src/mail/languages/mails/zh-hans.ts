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
