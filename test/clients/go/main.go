// Command clients runs Go clients of email vendors. It reads the task of a test as JSON from standard input and writes the
// client's results as JSON to standard output.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// order is a task of a test.
type order struct {
	Vendor string   `json:"vendor"`
	Task   string   `json:"task"`
	Base   string   `json:"base"`
	Bases  []string `json:"bases"`
	Key    string   `json:"key"`
	Access string   `json:"access"`
	Secret string   `json:"secret"`
	Domain string   `json:"domain"`
	// ID of the message to get.
	ID string `json:"id"`
	// URL that receives events.
	URL string `json:"url"`
	// VerifyKey verifies events.
	VerifyKey string   `json:"verify_key"`
	Posted    []posted `json:"posted"`
}

// posted is a request to a receiver of events.
type posted struct {
	Body    string            `json:"body"`
	Headers map[string]string `json:"headers"`
}

// given contains the results of a task by the name of each step.
type given map[string]any

// from returns a sender address that the account can use.
func (o order) from() string { return "shop@" + o.Domain }

type task func(context.Context, order) given

var vendors = map[string]map[string]task{
	"mailgun":  mailgunTasks,
	"postmark": postmarkTasks,
	"resend":   resendTasks,
	"sendgrid": sendgridTasks,
	"ses":      sesTasks,
}

const deadline = 60 * time.Second

func main() {
	if len(os.Args) > 1 {
		// The test only checks whether the program runs.
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

// must ends the program if an unexpected error occurs.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// sure returns the value, or ends the program if an unexpected error occurs.
func sure[T any](value T, err error) T {
	must(err)
	return value
}
