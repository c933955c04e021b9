package fleet

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	plantAll = flag.Bool("planted", false, "TestTheSimulatorFindsPlantedBugs plants every bug of its table, not only the first one")
	plantOne = flag.String("plant", "", "TestTheSimulatorFindsPlantedBugs plants only the bugs whose names contain this text")
)

// A plantedBug is a bug that the simulator must find within plantedFleets fleets.
type plantedBug struct {
	name    string // what the coordinator does wrong
	changes []change
	missed  string // why the simulator does not find the bug; "" if it does
}

// A change replaces a text that occurs exactly once in a source file of this package.
type change struct{ file, old, new string }

const (
	plantedFleets = 1000
	plantedSeed   = 1
)

var plantedBugs = []plantedBug{
	{
		name: "a banned worker keeps its unconfirmed shards",
		changes: []change{{
			"register.go",
			"	case isContributor:\n		now = shardState{}\n",
			"	case isContributor:\n		return now, false\n",
		}},
	},
	{
		name: "a late result confirms",
		changes: []change{{
			"intake.go",
			"	return !i.register.done(e.Shard.ID)\n}",
			"	return true\n}",
		}},
	},
	{
		name: "a ban is forgotten at a restart",
		changes: []change{{
			"contributors.go",
			`if m.Key != "" && m.BanReason != "" {`,
			`if false {`,
		}},
	},
	{
		name: "a receipt is sent before the results are stored",
		changes: []change{{
			"intake.go",
			"	err := i.record(deliveries...)\n",
			"	for _, d := range deliveries {\n" +
				"		i.answer(d.letter, i.acknowledge(d.message))\n" +
				"	}\n" +
				"	err := i.record(deliveries...)\n",
		}},
	},
	{
		name: "a receipt is sent although the write has failed",
		changes: []change{{
			"intake.go",
			"			i.answer(d.letter, i.postpone(d.message))\n",
			"			i.answer(d.letter, i.acknowledge(d.message))\n",
		}},
	},
	{
		name: "a worker verifies its own shards",
		changes: []change{{
			"checks.go",
			`if w == contributor || w.banned() != "" {`,
			`if w.banned() != "" {`,
		}, {
			"register.go",
			"	case again && earlier == e.hash:\n",
			"	case again && earlier == e.hash && (e.assignment == nil || e.assignment.purpose != toVerify):\n",
		}, {
			"register.go",
			"	case again && by != nil:\n",
			"	case again && by != nil && earlier != e.hash:\n",
		}},
	},
	{
		name: "a verification confirms although its result differs",
		changes: []change{{
			"register.go",
			"	case !missing && e.before.hash == e.hash:\n",
			"	case !missing && by != nil:\n",
		}},
	},
	{
		name: "shards whose lease has ended are not assigned again",
		changes: []change{{
			"schedule.go",
			"				delete(s.computing, shard.ID)\n				again = append(again, shard)\n",
			"				_ = again\n",
		}},
	},
	{
		name: "results of an earlier epoch are accepted",
		changes: []change{{
			"intake.go",
			" && m.Epoch == i.epoch && m.Number >",
			" && m.Number >",
		}},
	},
	{
		name: "a repeated message counts again",
		changes: []change{{
			"intake.go",
			" && m.Epoch == i.epoch && m.Number > w.lastDelivery()\n",
			" && m.Epoch == i.epoch\n",
		}},
	},
	{
		name: "a result is accepted from a worker that was not assigned the shard",
		changes: []change{{
			"intake.go",
			"		a := w.assignmentOf(r.ID)\n",
			"		a := w.assignmentOf(r.ID)\n		if a == nil {\n			a = i.schedule.computing[r.ID]\n		}\n",
		}},
	},
	{
		name: "no shard of an admitted worker is verified",
		changes: []change{{
			"checks.go",
			"	return c.chance(shard) < max(c.share, 1/float64(trust+1))\n",
			"	return false\n",
		}},
	},
	{
		name: "the first shards of a new worker are not all verified",
		changes: []change{{
			"checks.go",
			"	if trust < proven {",
			"	if trust < 0 {",
		}},
	},
	{
		name: "the run ends while verifications are open",
		changes: []change{{
			"coordinator.go",
			"	return c.local.pendingShards()+c.checks.openVerifications() > 0\n",
			"	return c.local.pendingShards() > 0\n",
		}},
	},
	{
		name: "verifications that a restart interrupted are not started again",
		changes: []change{{
			"coordinator.go",
			"	if c.checks.beginDue() || c.verifying() {",
			"	if c.verifying() {",
		}},
	},
	{
		name: "a restart admits every worker without a probation",
		changes: []change{{
			"roster.go",
			"	w.admitted = w.trust > 0 && !w.elsewhere\n",
			"	w.admitted = true\n",
		}},
	},
	{
		name: "a worker is admitted although its probation was wrong",
		changes: []change{{
			"checks.go",
			"		same := c.register.agrees(id, hashes[id])\n",
			"		same := c.register.done(id) && hashes != nil\n",
		}},
	},
	{
		name: "confirmed shards are discarded when their contributor is banned",
		changes: []change{{
			"register.go",
			"		now.contributor, now.confirmer = s.confirmer+1, 0\n",
			"		now = shardState{}\n",
		}},
	},
	{
		name: "the confirmations of a banned worker are kept",
		changes: []change{{
			"register.go",
			"		now.confirmer = 0\n	default:\n",
			"		return now, false\n	default:\n",
		}},
	},
	{
		name: "a failed write leaves its results in the sum",
		changes: []change{{
			"register.go",
			"		r.undo(t, 0, 0)\n		moved",
			"		r.contributors.undo(t, 0)\n		moved",
		}},
	},
	{
		name: "a ban is not stored after a failed write",
		changes: []change{{
			"bans.go",
			"		if b.register.temporary(err) {\n			return nil // the next tick tries again\n		}\n		if err != nil {\n			return err\n		}\n		b.unstoredBans = b.unstoredBans[1:]\n",
			"		b.unstoredBans = b.unstoredBans[1:]\n		if b.register.temporary(err) {\n			return nil // the next tick tries again\n		}\n		if err != nil {\n			return err\n		}\n",
		}},
	},
	{
		name: "the coordinator forgets its own result after a failed write",
		changes: []change{{
			"intake.go",
			"		if i.register.temporary(err) {\n			return nil\n",
			"		if i.register.temporary(err) {\n			i.local.unstoredResults = i.local.unstoredResults[1:]\n			return nil\n",
		}},
	},
	{
		name: "the sum of all shards is not proved",
		changes: []change{{
			"coordinator.go",
			"	if err := c.register.prove(); err != nil {",
			"	if err := c.register.prove(); false {",
		}},
	},
	{
		name: "a worker that the coordinator has contradicted is not banned",
		changes: []change{{
			"register.go",
			"		if hash != own.hash {\n",
			"		if false && hash != own.hash {\n",
		}},
	},
	{
		name: "results from elsewhere count as the coordinator's own",
		changes: []change{{
			"contributors.go",
			"	accepted := c.self",
			"	accepted := m.Key == \"\" || c.self",
		}},
	},
	{
		name: "the first of two different results stays stored",
		changes: []change{{
			"register.go",
			"	e.outcome = disputes\n	r.contributors.number(t, by)\n	if missing || byCoordinator {",
			"	e.outcome = disputes\n	r.contributors.number(t, by)\n	if !missing && !byCoordinator {\n		e.outcome = dropped\n		return nil\n	}\n	if missing || byCoordinator {",
		}},
	},
}

// plant writes the source files with the bug into dir, and returns the name of an overlay file for go test that
// replaces them.
func (b plantedBug) plant(dir string) (overlay string, err error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	sources := make(map[string]string) // the source with the bug, by file
	for _, c := range b.changes {
		source, ok := sources[c.file]
		if !ok {
			data, err := os.ReadFile(c.file)
			if err != nil {
				return "", err
			}
			source = string(data)
		}
		if n := strings.Count(source, c.old); n != 1 {
			return "", fmt.Errorf("the text to replace occurs %d times in %s, want once; adapt the table to the new source:\n%s", n, c.file, c.old)
		}
		sources[c.file] = strings.Replace(source, c.old, c.new, 1)
	}
	replace := make(map[string]string)
	for file, source := range sources {
		changed := filepath.Join(dir, file)
		if err := os.WriteFile(changed, []byte(source), 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(here, file)] = changed
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, data, 0o600)
}

// TestPlantedBugsFitTheSource makes every replacement, and builds nothing. It fails if the source has changed so that a
// text does not occur exactly once.
func TestPlantedBugsFitTheSource(t *testing.T) {
	t.Parallel()
	for _, b := range plantedBugs {
		if _, err := b.plant(t.TempDir()); err != nil {
			t.Errorf("%s: %v", b.name, err)
		}
	}
}

type simulatorResult struct {
	found string        // the broken rule; "" for none
	fleet int           // the number of the fleet that broke it, from 1
	build time.Duration // processor time
	run   time.Duration // processor time
}

var brokenLine = regexp.MustCompile(`seed (0x[0-9a-f]+) breaks a rule: (.*)`)

// simulate builds the tests of this package with the bug, and runs the simulated fleets.
func (b plantedBug) simulate(t *testing.T) (s simulatorResult) {
	t.Helper()
	dir := t.TempDir()
	overlay, err := b.plant(dir)
	if err != nil {
		t.Fatal(err)
	}

	program := filepath.Join(dir, "fleet.test")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", program, ".")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("with the bug the package does not build: %v\n%s", err, output)
	}
	s.build = build.ProcessState.UserTime() + build.ProcessState.SystemTime()

	args := []string{"-test.run=^TestSimulatedFleets$", "-test.v", "-test.timeout=0"}
	if deadline, ok := t.Deadline(); ok {
		args[2] = fmt.Sprint("-test.timeout=", time.Until(deadline))
	}
	args = append(args, fmt.Sprint("-fleets=", plantedFleets), fmt.Sprint("-seed=", plantedSeed))
	run := exec.CommandContext(t.Context(), program, args...)
	output, err := run.CombinedOutput()
	s.run = run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	if err == nil {
		return s
	}
	if exit := new(exec.ExitError); !errors.As(err, &exit) {
		t.Fatal(err)
	}
	broken := brokenLine.FindSubmatch(output)
	if broken == nil {
		t.Fatalf("the simulator fails, but not because of a broken rule:\n%s", output)
	}
	seed, err := strconv.ParseUint(string(broken[1]), 0, 64)
	if err != nil {
		t.Fatal(err)
	}
	s.fleet = int(seed-plantedSeed) + 1
	s.found = string(broken[2])
	return s
}

// TestTheSimulatorFindsPlantedBugs builds the program with a bug and simulates fleets until one breaks a rule. By
// default it plants the first bug of the table. With -planted, it plants every bug, and also simulates fleets without a
// bug, which must break no rule.
func TestTheSimulatorFindsPlantedBugs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program with a bug; go test runs it")
	}
	t.Parallel()
	for i, b := range plantedBugs {
		if i > 0 && !*plantAll && *plantOne == "" || !strings.Contains(b.name, *plantOne) {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			s := b.simulate(t)
			cost := fmt.Sprintf("%.1f s of processor time to build, %.1f s to run", s.build.Seconds(), s.run.Seconds())
			switch {
			case s.found == "" && b.missed == "":
				t.Errorf("the simulator does not find the bug in %d fleets (%s)", plantedFleets, cost)
			case s.found == "":
				t.Logf("the simulator does not find the bug: %s (%s)", b.missed, cost)
			case b.missed != "":
				t.Errorf("the simulator finds the bug in fleet %d although the table says that it cannot: clear the field missed\n%s", s.fleet, s.found)
			default:
				t.Logf("found in fleet %d: %s (%s)", s.fleet, s.found, cost)
			}
		})
	}
	if *plantAll {
		t.Run("no bug", func(t *testing.T) {
			if s := (plantedBug{}).simulate(t); s.found != "" {
				t.Errorf("fleet %d breaks a rule: %s", s.fleet, s.found)
			}
		})
	}
}
