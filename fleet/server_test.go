package fleet

import (
	"net"
	"os"
	"testing"
)

func TestTheURLOfAllInterfacesHasTheMachinesName(t *testing.T) {
	name, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ listens, want string }{
		{"127.0.0.1:4222", "127.0.0.1:4222"},
		{"[::1]:4222", "[::1]:4222"},
		{"0.0.0.0:4222", name + ":4222"},
		{"[::]:4222", name + ":4222"},
	} {
		address, err := net.ResolveTCPAddr("tcp", c.listens)
		if err != nil {
			t.Fatal(err)
		}
		if got := reachable(address); got != c.want {
			t.Errorf("reachable(%s) = %s, want %s", c.listens, got, c.want)
		}
	}
}
