import type { MailCatalog } from './catalog.ts';

export const ja: MailCatalog = {
  'mail.reset.subject': 'パスワードの再設定',
  'mail.reset.text': `Postriderをご利用いただきありがとうございます。

次のリンクから、Postriderの新しいパスワードを設定してください。

{link}

リンクは1回だけ使用でき、1時間後に無効になります。別のリンクをリクエストすると、このリンクは使用できなくなります。

心当たりがない場合は、このメールを無視してください。リンクを使用しない限り、何も変更されません。`,
  'mail.address_change.subject': '新しいメールアドレスの確認',
  'mail.address_change.text': `Postriderをご利用いただきありがとうございます。

Postriderのユーザーが、このメールアドレスでのログインを希望しています。アドレスを確認するには、1時間以内に次のリンクを開いてください。

{link}

心当たりがない場合は、このメールを無視してください。リンクを使用しない限り、何も変更されません。`,
  'mail.address_changed.subject': 'メールアドレスが変更されました',
  'mail.address_changed.text': `Postriderをご利用いただきありがとうございます。

今後は、このアドレスの代わりに {address} でPostriderにログインしてください。

変更に心当たりがない場合は、すぐにアカウントのオーナーに連絡してください。`,
  'mail.password_changed.subject': 'パスワードが変更されました',
  'mail.password_changed.text': `Postriderをご利用いただきありがとうございます。

Postriderのパスワードが変更され、ほかのすべての端末からログアウトしました。

変更に心当たりがない場合は、すぐにログインページでパスワードを再設定してください。`,
  'mail.password_reset.subject': 'パスワードが変更されました',
  'mail.password_reset.text': `Postriderをご利用いただきありがとうございます。

このアドレスに送信されたリンクを使って、Postriderのパスワードが変更されました。

すべてのアカウントで次のものが取り消されました：セッション {sessions, plural, other {#件}}、個人用アクセストークン {tokens, plural, other {#件}}、連携アプリ {grants, plural, other {#件}}。新しいトークンを作成し、アプリを再度連携してください。APIキーはアカウントに属するため、引き続き使用できます。パスキーと2要素認証は変更されていません。

変更に心当たりがない場合は、ほかの人があなたのメールを読める可能性があります。メールボックスを保護し、ログインページでもう一度パスワードを再設定して、パスキーを確認してください。`,
  'mail.left_keys.subject': '{account} を離れたメンバーのAPIキー',
  'mail.left_keys.text': `Postriderをご利用いただきありがとうございます。

{name} さんは、Postriderのアカウント {account} のメンバーではなくなりました。この方が作成した次のAPIキーは引き続き使用できます。

{keys}

この方がまだキーを持っている可能性がある場合は、APIキーのページでキーを更新するか取り消してください。`,
  'mail.factor.subject': 'ログイン設定が変更されました',
  'mail.factor.text': `Postriderをご利用いただきありがとうございます。

Postriderへのログインについて、{change, select, two_factor_on {2要素認証が有効になりました} two_factor_off {2要素認証が無効になりました} passkey_added {パスキーが追加されました} other {パスキーが削除されました}}。

変更に心当たりがない場合は、すぐにパスワードを変更してください。`,
  'mail.invitation.subject': '{account} への招待',
  'mail.invitation.text': `Postriderからのお知らせです。

{by, select, none {Postriderのアカウント {account} に招待されました。} other {{by} さんが、あなたをPostriderのアカウント {account} に招待しました。}}承諾するには、7日以内に次のリンクを開いてください。

{link}

招待に心当たりがない場合は、このメールを無視してください。`,
  'mail.account_closed.subject': 'アカウント {account} が削除されました',
  'mail.account_closed.text': `Postriderをご利用いただきありがとうございます。

{actor, select, operator {このシステムの運営者} other {{by} さん}}が、Postriderのアカウント {account} を削除しました。

メンバー、APIキー、トークン、アプリはアクセスできなくなり、アカウントは新しいメールを受け付けません。すでに受け付けたメールは送信され、Webhookにはそのイベントが届きます。

すべてのデータは、{due}（UTC）または最後のメールの送信後の、いずれか遅い時点で完全に削除されます。削除されるデータには、メッセージ、APIキー、ドメインとそのDKIMキー、送信停止アドレス、統計、設定、監査ログが含まれます。

それまでは、このシステムの運営者がアカウントを復元できます。復元を希望する場合は、{operator} に連絡してください。`,
  'mail.account_restored.subject': 'アカウント {account} が復元されました',
  'mail.account_restored.text': `Postriderをご利用いただきありがとうございます。

Postriderのアカウント {account} が復元されました。メンバーとAPIキーは再びアクセスできます。データは失われていません。`,
  'mail.account_deleted.subject': 'アカウント {account} の全データが削除されました',
  'mail.account_deleted.text': `Postriderをご利用いただきありがとうございました。

削除されたPostriderのアカウント {account} の全データが完全に削除されました。このシステムの古いバックアップには、置き換えられるまでデータが残っている場合があります。

ドメインのDKIMレコードをDNSから削除できるようになりました。`,
  'mail.person_deleted.subject': 'ユーザーアカウントが削除されました',
  'mail.person_deleted.text': `Postriderをご利用いただきありがとうございました。

{by, select, you {あなたの操作により} other {このシステムの運営者により}}、Postriderのユーザーアカウントが削除されました。名前、パスワード、パスキー、セッション、アクセストークンは削除され、どのアカウントのメンバーでもなくなりました。削除は取り消せませんが、再び招待を受けることはできます。`,
  'mail.member_deleted.subject': '{account} のメンバーが削除されました',
  'mail.member_deleted.text': `Postriderをご利用いただきありがとうございます。

{name} さんのPostriderのユーザーアカウントが削除されました。{name} さんはアカウント {account} のメンバーではなくなりました。この方のアクセストークンと連携アプリは使用できなくなりました。

{keys, select, none {{name} さんが作成した有効なAPIキーはありません。} other {この方が作成したAPIキーはアカウントに属するため、引き続き使用できます。この方がまだ持っている可能性のあるキーを更新してください。

{keys}}}`,
  'mail.domain_missing.subject': '{domain} のDKIMレコードが見つかりません',
  'mail.domain_missing.text': `{domain} からのメールは署名されていますが、受信サーバーが鍵を見つけられなくなりました。

多くの受信サーバーは、有効な署名のないメールを拒否するか、迷惑メールフォルダーに振り分けます。レコードが48時間以内に復旧しない場合、Postriderはこのドメインからのメールを受け付けなくなります。

次のレコードを公開してください。

{records}

{found}

Postriderは1時間ごとにレコードを確認します。ほかに必要な操作はありません。`,
  'mail.domain_stopped.subject': '{domain} は送信できなくなりました：DKIMレコードが見つかりません',
  'mail.domain_stopped.text': `{domain} のDKIMレコードが48時間見つかっていません。このドメインからのメールは現在拒否されます（domain_not_verified）。

次のレコードを公開してください。

{records}

{found}

レコードが見つかり次第、このドメインは再び送信できます。今すぐレコードを確認するには、次を実行してください：postrider domain verify {domain}`,
  'domain.found': `{found, select, none {DNSにこのレコードはありません。} other {DNSには、代わりに次の内容があります。

{found}}}`,
  'mail.domain_resumed.subject': '{domain} は再び送信できます',
  'mail.domain_resumed.text': '{domain} のDKIMレコードが見つかりました。このドメインからのメールを再び受け付けます。',
  'mail.domain_key.subject': '{domain} の新しいDKIM鍵：DNSレコードを公開してください',
  'mail.domain_key.text': `DKIM鍵は定期的に更新する必要があります。{domain} の新しい鍵が作成されました。Postriderは、新しい鍵のレコードが見つかってから1日後に、その鍵で署名を始めます。それまでは現在の鍵で署名します。

次のレコードを追加し、現在のレコードも残してください。

{records}

進行状況を確認するには、次を実行してください：postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {一斉配信メールが拒否されています} other {{domain} からのメールが拒否されています}}',
  'mail.sender_rejected.text': `{since}（UTC）以降、受信サーバーは送信者を理由に{domain, select, mailing {このアカウントの一斉配信メール} other { {domain} からのメール}}を{count, plural, other {#回}}拒否しました。応答の一つは次のとおりです。

"{reason}"

ドメインのDNSレコードを確認してください。GET /domains を呼び出すか、コマンド postrider domain show を使用します。よくある原因：DKIMレコードの欠落や変更、このシステムを含まないSPFレコード、DMARC検証の失敗、存在しない送信者アドレス。

これらの拒否により送信停止リストに追加された受信者はいません。問題が続く間、1日に1通メールが届きます。`,
  'mail.webhook_gone.subject': 'Webhookが無効になりました',
  'mail.webhook_gone.text': `Webhookの受信先 {url} が {since}（UTC）に410（gone）を返しました。Webhookは無効になりました。

新しいイベントは30日間保存されます。受信先が再び利用できるようになったとき、またはURLを変更したときは、Webhookを有効にしてください（PATCH /transactional/webhook に "enabled": true を指定）。その後、保存されたイベントを再送信してください（POST /transactional/webhook/replays）。`,
  'mail.webhook_failing.subject': 'Webhookが失敗しています',
  'mail.webhook_failing.text': `Webhookの受信先 {url} へのリクエストは、{since}（UTC）以降すべて失敗しています。{failures, plural, other {連続#件}}のリクエストが失敗しました。最後のエラーは次のとおりです。

"{reason}"

各配信は、1分後、15分後、2時間後、18時間後に再試行されます。期限切れの配信は30日以内であれば再送信できます（POST /transactional/webhook/replays）。受信先の応答を確認するには、GET /transactional/webhook/deliveries を呼び出してください。

リクエストが成功するまで、この問題についてのメールは届きません。`,
  'mail.paused.subject': `{what, select, pause {送信の一時停止} automation {自動化メールの一時停止} confirmation {確認メールの一時停止} other {キャンペーン送信の一時停止}}：{account}`,
  'mail.paused.text': `過去7日間に、アカウント {account} から送信されたメールのうち、バウンスまたは迷惑メールとして報告されたものが多すぎました。

{reason}

{what, select, pause {新しい送信リクエストは拒否されます。すでに受け付けたトランザクションメールは送信されます。一斉配信メールは保留され、一時停止の解除後に送信されます。} other {アカウントの{what, select, automation {自動化メール} confirmation {確認メール} other {キャンペーン}}は保留され、一時停止の解除後に送信されます。失われるメールはありません。ログインコードとその他のメールは引き続き送信されます。}}

誰がなぜこれらのメールを受け取ったかを確認し、登録していない受信者への送信を中止してください。統計の確認と審査の依頼は、アカウントのステータスページで行えます。一時停止は、このシステムの運営者が解除できます。`,
  'mail.stopped.subject': `{what, select, pause {送信の一時停止} restriction {アカウントの制限} automation {自動化メールの一時停止} confirmation {確認メールの一時停止} other {キャンペーン送信の一時停止}}：{account}`,
  'mail.stopped.text': `このシステムの運営者からのメッセージ：

{reason}

詳細の確認と審査の依頼は、アカウントのステータスページで行えます。`,
  'mail.review_asked.subject': '審査の依頼：{account}',
  'mail.review_asked.text': `{by} さんがアカウント {account} の審査を依頼しています。メッセージ：

{message}

ダッシュボードの運営者ページでアカウントとその統計を確認し、依頼を承認または却下してください。`,
  'mail.review_decided.subject': `依頼が{decision, select, approved {承認} other {却下}}されました：{account}`,
  'mail.review_decided.text': `アカウント {account} の審査を運営者に依頼されました。{decision, select, approved {運営者が依頼を承認しました。変更はすでに有効です。} other {運営者が依頼を却下しました。原因を解消した後、アカウントのステータスページで再び審査を依頼できます。}}{reason, select, none {} other {

運営者からのメッセージ：

{reason}}}`,
  'mail.content_waiting.subject': 'コンテンツが承認待ちです：{account}',
  'mail.content_waiting.text': `アカウント {account} が{kind, select, campaign {キャンペーン} confirmation {確認メール} other {自動化メール}}を送信しようとしています。

{title}

{findings, plural, =0 {チェックで問題は見つかりませんでした。} other {チェックで#件の問題が見つかりました。}}

ダッシュボードの運営者ページでコンテンツを確認し、承認または却下してください。このアカウントの保留中の審査がすべて完了するまで、次の通知は届きません。`,
  'mail.content_decided.subject': `コンテンツが{decision, select, approved {承認} other {却下}}されました：{title}`,
  'mail.content_decided.text': `このシステムの運営者が「{title}」のコンテンツを{decision, select, approved {承認} other {却下}}しました。{reason, select, none {} other {

運営者からのメッセージ：

{reason}}}

{decision, select, approved {{kind, select, campaign {キャンペーンを送信できるようになりました。} other {メールは自動的に送信されるようになりました。}}コンテンツを変更した場合は、運営者の再承認が必要です。} other {コンテンツを変更して{kind, select, campaign {、キャンペーンをもう一度送信して} other {}}ください。}}`,
  'mail.campaign_stopped.subject': 'キャンペーンが停止されました：{title}',
  'mail.campaign_stopped.text': `キャンペーン「{title}」は、最初の結果により一時停止されました。

{reason}

誰がなぜこれらのメールを受け取ったかを確認してください。その後、キャンペーンをキャンセルするか、このシステムの運営者に再開を依頼してください。`,
  'mail.optimized.subject': 'キャンペーンの送信先が反応のある連絡先のみになりました',
  'mail.optimized.text': `キャンペーン「{title}」の結果が通常を大きく下回っています。

{reason}

アカウントのキャンペーンは、過去90日間にメールを開封した連絡先と新しい連絡先にのみ送信されるようになりました。この制限は、良好な結果のキャンペーンが十分に続くと自動的に終了します。このシステムの運営者が解除することもできます。`,
  'figures.bounce_rate': 'バウンス率：{rate}%（{whole}件中{part}件）、上限：{limit}%',
  'figures.complaint_rate': '苦情率：{rate}%（{whole}件中{part}件）、上限：{limit}%',
  'figures.open_rate': '開封率：{rate}%（{whole}件中{part}件）、下限：{limit}%',
  'figures.reached': '第1波で届いた連絡先：{rate}%（{whole}件中{part}件）、下限：{limit}%',
  'mail.delivery.subject': `{kind, select, resolver {DNS障害によりメールが遅延しています} unprepared {メッセージを準備できません} route {代替の配信経路を使用中：{name} で障害が発生しました} other {{name} 宛てのメールが遅延しています}}`,
  'mail.delivery.text': `{problems}

問題が続く間、問題ごとに1日に1通メールが届きます。`,
  'delivery.resolver': `DNS障害によりメールが遅延しています。以前はメールサーバーがあったドメインについて、DNSリゾルバーがメールサーバーを返しません（{count}回）。最後のエラー："{reason}"

POSTRIDER_RESOLVER、または各配信サーバーの /etc/resolv.conf にあるネームサーバーが正しく応答しているか確認してください。DNS障害によってバウンスや送信停止が発生することはありません。Postriderはメールを自動的に再試行します。`,
  'delivery.unprepared': `保存されたデータからメッセージを準備できず、数時間遅れる可能性があります。

{list}

ログで "Message could not be prepared" を検索し、データベースのディスクを確認してください。`,
  'delivery.receivers': `受信サーバーがこのシステムのIPアドレスからのメールを拒否または保留しているか、受信サーバーに接続できません。

{list}

IPアドレスが上記のブロックリストに登録されていないか確認してください。コマンド postrider doctor は主要なブロックリストを確認します。IPアドレスの逆引き名も確認し、どのアカウントが迷惑メールを送信しているかを特定してください。原因を解消した後、ブロックリストからの削除を申請してください。

待機中のメールは、一時停止の終了後に送信されます。`,
  'delivery.paused': '{name} は一時的にメールをほとんど、またはまったく受け付けていません',
  'delivery.blocked': '{name} はポリシーによりメールを拒否しています',
  'delivery.route': '{name} に接続できなかったため、次の配信経路を使用しました',
  'mail.alert.subject': `アラート：「{tag}」の{kind, select, bounce_rate {バウンス率} complaint_rate {苦情率} failure_rate {失敗率} other {送信停止}}`,
  'mail.alert.text': `{finding}

{advice}

このアラートが解消されると、もう一度メールでお知らせします。アラートID：{id}`,
  'mail.alert_ended.subject': `アラート解消：「{tag}」の{kind, select, bounce_rate {バウンス率} complaint_rate {苦情率} failure_rate {失敗率} other {送信停止}}`,
  'mail.alert_ended.text': `{finding}

アラートは {since}（UTC）から発生していました。アラートID：{id}`,
  'alert.bounce_rate': `タグ「{tag}」のバウンス率（{window}）：配信またはバウンスしたメールの{percent}%（{whole}件中{part}件）。`,
  'alert.complaint_rate': `タグ「{tag}」の苦情率（{window}）：配信されたメールの{percent}%（{whole}件中{part}件）。`,
  'alert.failure_rate': `タグ「{tag}」の失敗率（{window}）：配信、バウンス、または失敗したメールの{percent}%（{whole}件中{part}件）。`,
  'alert.above': '率がしきい値の{threshold}%を超えています。',
  'alert.below': '率がしきい値の{threshold}%を下回りました。',
  'alert.few': `率を評価するには、少なくとも{minimum, plural, other {#件}}のメールが必要です。`,
  'alert.silence': `このアラートの対象期間（{window}）に、タグ「{tag}」の配信、バウンス、失敗は記録されませんでした。`,
  'alert.resumed': 'タグ「{tag}」のメールが再び送信されています。',
  'alert.last': '最後の結果：{time, select, never {なし} other {{time}（UTC）}}',
  'alert.advice.bounce_rate':
    'このタグの最近バウンスしたメールのタイムラインで理由を確認してください。よくある原因：入力ミスや未確認のアドレス、古いリスト、この送信者をブロックしている受信サーバー。',
  'alert.advice.complaint_rate':
    '受信者がこれらのメールを迷惑メールとして報告しました。誰がメールを受け取っているか、受信者がメールを想定しているか、件名、送信者、対象者が最近変わっていないかを確認してください。',
  'alert.advice.failure_rate':
    'これらのメールは最後の再試行の後に失敗しました。タイムラインで理由を確認してください。よくある原因：受信ドメインに接続できない、またはこのシステムのリレーやネットワークが停止している。',
  'alert.advice.silence':
    'アプリケーションがまだメールを送信しているか確認してください。よくある原因：実行されなくなったジョブ、取り消されたAPIキー、一時停止中のアカウント。このタグのメールをもう送信しない場合は、このアラートを削除してください。',
};
