package build

import "testing"

func TestNameDistinguishesBuilds(t *testing.T) {
	const commit = "cf35e18a3ab1c2d3e4f5a6b7c8d9e0f1a2b3c4d5"
	for _, c := range []struct {
		build Build
		want  string
	}{
		{Build{Version: "development"}, "development"},
		{Build{Version: "development", Commit: commit}, "development+cf35e18a3ab1"},
		{Build{Version: "development", Commit: commit, Modified: true}, "development+cf35e18a3ab1-dirty"},
		{Build{Version: "v1.2.0", Commit: commit}, "v1.2.0+cf35e18a3ab1"},
		{Build{Version: "v0.0.0-20261122123456-cf35e18a3ab1", Commit: commit}, "v0.0.0-20261122123456-cf35e18a3ab1"},
		{Build{Version: "v0.0.0-20261122123456-cf35e18a3ab1+dirty", Commit: commit, Modified: true}, "v0.0.0-20261122123456-cf35e18a3ab1+dirty"},
	} {
		if got := c.build.Name(); got != c.want {
			t.Errorf("%+v.Name() = %q, want %q", c.build, got, c.want)
		}
	}
}
