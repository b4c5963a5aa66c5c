package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sendgrid/rest"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/eventwebhook"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

var sendgridTasks = map[string]task{
	"bases":  sendgridBases,
	"hooks":  sendgridHooks,
	"lists":  sendgridLists,
	"send":   sendgridSend,
	"verify": sendgridVerify,
}

// sendgridCall makes a request with the client; an empty body is omitted.
func (o order) sendgridCall(ctx context.Context, method rest.Method, path, body string) *rest.Response {
	request := sendgrid.GetRequest(o.Key, path, o.Base)
	request.Method, request.Body = method, []byte(body)
	return sure(sendgrid.MakeRequestWithContext(ctx, request))
}

// sendgridSent sends a message and returns the client's response.
func (o order) sendgridSent(ctx context.Context, key string, message *mail.SGMailV3, headers map[string]string) *rest.Response {
	client := sendgrid.NewSendClient(key)
	client.BaseURL = o.Base + "/v3/mail/send"
	for name, value := range headers {
		client.Headers[name] = value
	}
	return sure(client.SendWithContext(ctx, message))
}

func (o order) sendgridMail(to string) *mail.SGMailV3 {
	from := mail.NewEmail("Shop", o.from())
	return mail.NewSingleEmail(from, "Grüße <1>", mail.NewEmail("Zoë", to), "In words", "<p>In HTML</p>")
}

func sendgridAnswer(response *rest.Response) given {
	var body any
	if response.Body != "" {
		must(json.Unmarshal([]byte(response.Body), &body))
	}
	return given{"status": response.StatusCode, "id": len(response.Headers["X-Message-Id"]) == 1, "body": body}
}

func sendgridSend(ctx context.Context, o order) given {
	one := o.sendgridMail("sendgrid@go.test")
	one.Personalizations[0].AddCCs(mail.NewEmail("", "copy-sendgrid@go.test"))
	one.Personalizations[0].AddBCCs(mail.NewEmail("", "blind-sendgrid@go.test"))
	one.SetReplyTo(mail.NewEmail("", "answers@go.test")).SetHeader("X-Order", "17").AddCategories("orders").SetCustomArg("order", "17")
	off := false
	tracking := mail.NewTrackingSettings()
	tracking.SetClickTracking(&mail.ClickTrackingSetting{Enable: &off, EnableText: &off}).SetOpenTracking(&mail.OpenTrackingSetting{Enable: &off})
	one.SetTrackingSettings(tracking)
	batch := mail.NewV3Mail().SetFrom(mail.NewEmail("", o.from())).AddContent(mail.NewContent("text/plain", "Dear -name-"))
	batch.Subject = "For -name-"
	for _, name := range []string{"ada", "bob", "gone"} {
		person := mail.NewPersonalization()
		person.AddTos(mail.NewEmail("", name+"-sendgrid@go.test"))
		person.SetSubstitution("-name-", strings.ToUpper(name))
		batch.AddPersonalizations(person)
	}
	packed := o.sendgridMail("packed-sendgrid@go.test")
	sandbox := o.sendgridMail("sandbox@go.test").SetMailSettings(mail.NewMailSettings().SetSandboxMode(mail.NewSetting(true)))
	return given{
		"one":     sendgridAnswer(o.sendgridSent(ctx, o.Key, one, nil)),
		"batch":   sendgridAnswer(o.sendgridSent(ctx, "SG."+o.Key, batch, nil)),
		"packed":  sendgridAnswer(o.sendgridSent(ctx, o.Key, packed, map[string]string{"Content-Encoding": "gzip"})),
		"sandbox": sendgridAnswer(o.sendgridSent(ctx, o.Key, sandbox, nil)),
		"refused": sendgridRefusals(ctx, o),
	}
}

func sendgridRefusals(ctx context.Context, o order) given {
	refusal := func(key string, change func(*mail.SGMailV3)) given {
		message := o.sendgridMail("refused@go.test")
		change(message)
		return sendgridAnswer(o.sendgridSent(ctx, key, message, nil))
	}
	return given{
		"key":      refusal("SG.wrong", func(*mail.SGMailV3) {}),
		"later":    refusal(o.Key, func(m *mail.SGMailV3) { m.SetSendAt(1_900_000_000) }),
		"sender":   refusal(o.Key, func(m *mail.SGMailV3) { m.From.Address = "shop@elsewhere.test" }),
		"template": refusal(o.Key, func(m *mail.SGMailV3) { m.SetTemplateID("d-1") }),
	}
}

func sendgridBases(ctx context.Context, o order) given {
	sent := given{}
	for _, base := range o.Bases {
		o.Base = base
		scopes := o.sendgridCall(ctx, rest.Get, "/v3/scopes", "")
		answer := o.sendgridSent(ctx, o.Key, o.sendgridMail("based@go.test"), nil)
		sent[base] = scopes.StatusCode == 200 && answer.StatusCode == 202
	}
	return sent
}

func sendgridHooks(ctx context.Context, o order) given {
	path := "/v3/user/webhooks/event/settings"
	wanted := fmt.Sprintf(`{"enabled":true,"url":%q,"processed":true,"delivered":true,"bounce":true,"dropped":true}`, o.URL)
	return given{
		"before": sendgridAnswer(o.sendgridCall(ctx, rest.Get, path, "")),
		"set":    sendgridAnswer(o.sendgridCall(ctx, rest.Patch, path, wanted)),
		"inside": sendgridAnswer(o.sendgridCall(ctx, rest.Patch, path, `{"enabled":true,"url":"https://10.0.0.1/","bounce":true}`)),
		"signed": sendgridAnswer(o.sendgridCall(ctx, rest.Get, path+"/signed", "")),
	}
}

// sendgridLists adds an address to the unsubscribe list, finds and removes it, and reads bounced addresses.
func sendgridLists(ctx context.Context, o order) given {
	global := "/v3/asm/suppressions/global"
	call := func(method rest.Method, path, body string) given {
		return sendgridAnswer(o.sendgridCall(ctx, method, path, body))
	}
	return given{
		"put":         call(rest.Post, global, `{"recipient_emails":["s1@lists.test","s2@lists.test"]}`),
		"read":        call(rest.Get, global+"/s1@lists.test", ""),
		"page":        call(rest.Get, "/v3/suppression/unsubscribes?limit=1&offset=1", ""),
		"removed":     call(rest.Delete, global+"/s1@lists.test", ""),
		"left":        call(rest.Get, global+"/s1@lists.test", ""),
		"bounces":     call(rest.Get, "/v3/suppression/bounces", ""),
		"bounce":      call(rest.Delete, "/v3/suppression/bounces/gone-sendgrid@go.test", ""),
		"no bounce":   call(rest.Get, "/v3/suppression/bounces/gone-sendgrid@go.test", ""),
		"not removed": call(rest.Delete, "/v3/suppression/bounces/gone-sendgrid@go.test", ""),
		"all":         call(rest.Delete, "/v3/suppression/bounces", `{"delete_all":true}`),
	}
}

func sendgridVerify(_ context.Context, o order) given {
	key := sure(eventwebhook.ConvertPublicKeyBase64ToECDSA(o.VerifyKey))
	reported, verified, forged := []any{}, 0, 0
	for _, each := range o.Posted {
		// The test passes the receiver's headers in lower case.
		signature := each.Headers[strings.ToLower(eventwebhook.VerificationHTTPHeader)]
		at := each.Headers[strings.ToLower(eventwebhook.TimestampHTTPHeader)]
		if sure(eventwebhook.VerifySignature(key, []byte(each.Body), signature, at)) {
			verified++
		}
		if sure(eventwebhook.VerifySignature(key, []byte(each.Body+" "), signature, at)) {
			forged++
		}
		var list []any
		must(json.Unmarshal([]byte(each.Body), &list))
		reported = append(reported, list...)
	}
	return given{"reported": reported, "verified": verified, "forged": forged}
}
