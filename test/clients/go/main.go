// Command clients runs the official clients of mail vendors in Go. What a test asks for comes as JSON on standard input; what the
// client gave is written as JSON on standard output.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// order is what a test asks for.
type order struct {
	Vendor string   `json:"vendor"`
	Task   string   `json:"task"`
	Base   string   `json:"base"`
	Bases  []string `json:"bases"`
	Key    string   `json:"key"`
	Access string   `json:"access"`
	Secret string   `json:"secret"`
	Domain string   `json:"domain"`
	// ID of a message to look up.
	ID string `json:"id"`
	// URL to which events are to be posted.
	URL string `json:"url"`
	// VerifyKey is what events are verified by.
	VerifyKey string   `json:"verify_key"`
	Posted    []posted `json:"posted"`
}

// posted is a request that a receiver of events was sent.
type posted struct {
	Body    string            `json:"body"`
	Headers map[string]string `json:"headers"`
}

// given is what the steps of a task gave, by their names.
type given map[string]any

// from is the sender that the account may send as.
func (o order) from() string { return "shop@" + o.Domain }

type task func(context.Context, order) given

var vendors = map[string]map[string]task{
	"mailgun":  mailgunTasks,
	"postmark": postmarkTasks,
	"sendgrid": sendgridTasks,
	"ses":      sesTasks,
}

const deadline = 60 * time.Second

func main() {
	if len(os.Args) > 1 {
		// Whoever asks whether it runs at all.
		return
	}
	var asked order
	must(json.NewDecoder(os.Stdin).Decode(&asked))
	run, known := vendors[asked.Vendor][asked.Task]
	if !known {
		panic(fmt.Sprintf("no task %s of %s", asked.Task, asked.Vendor))
	}
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	must(json.NewEncoder(os.Stdout).Encode(run(ctx, asked)))
}

// must ends the program with what went wrong where nothing should.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// sure is a value whose error nobody expects.
func sure[T any](value T, err error) T {
	must(err)
	return value
}
