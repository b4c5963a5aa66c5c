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
