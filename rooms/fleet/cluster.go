package fleet

import (
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// A Cluster is NATS servers that others run. Their operator must restrict the subjects of each user, because otherwise
// any client can speak for any worker. The worker with the public key KEY publishes to
// enumerate.RUN.{hello,done,beat}.KEY, and subscribes to enumerate.RUN.work.KEY, enumerate.RUN.inbox.KEY.> and
// enumerate.RUN.end. The coordinator needs all of enumerate.>.
type Cluster struct {
	URLs  string // of servers, separated by commas
	Creds string // file of credentials, "" for none
}

func (c Cluster) connect(options ...nats.Option) (*nats.Conn, error) {
	if c.Creds != "" {
		if err := checkCreds(c.Creds); err != nil {
			return nil, err
		}
		options = append(options, nats.UserCredentials(c.Creds))
	}
	conn, err := nats.Connect(c.URLs, options...)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot connect to the NATS servers: %w; expected URLs such as tls://HOST:4222", c.URLs, plainCause(err))
	}
	return conn, nil
}

// checkCreds returns an error that names the flag --creds if the file is not a file of credentials.
func checkCreds(path string) error {
	content, err := readSecret(path)
	if err != nil {
		return fmt.Errorf("--creds %w: name a file of NATS credentials", err)
	}
	_, noToken := nkeys.ParseDecoratedJWT(content)
	_, noKey := nkeys.ParseDecoratedUserNKey(content)
	if noToken != nil || noKey != nil {
		return fmt.Errorf("--creds %s: not a file of NATS credentials: name one that nsc has written", path)
	}
	return nil
}

// url returns the join URL of a run on the cluster. The name of the run is part of the subjects of all messages, so
// that the cluster can carry several runs.
func (c Cluster) url(k checkpoints.Key) JoinURL {
	name := fmt.Sprintf("%s-%d-%s", k.Ruleset, k.Size, k.Method)
	if k.Method == enum.Sample {
		name += fmt.Sprintf("-%d", k.Seed)
	}
	plain := func(r rune) rune {
		isDigit, isLetter := '0' <= r && r <= '9', 'a' <= r && r <= 'z'
		if isDigit || isLetter || r == '-' {
			return r
		}
		return '_' // because the character has a meaning in subjects, or may not occur in them
	}
	return JoinURL{Address: c.URLs, Run: strings.Map(plain, name)}
}
