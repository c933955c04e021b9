package fleet

import "testing"

// An epoch begins at each start of the coordinator. If results come in a message of an earlier epoch, their receipt
// must not repeat the number of that message. The worker may be waiting for the receipt of another message with the
// same number in the present epoch, and would believe that the results of that other message are stored.
func TestAMessageOfAnEarlierEpochIsNotTakenForALaterOne(t *testing.T) {
	t.Parallel()
	e := newTestCoordinator(t, 0)
	e.enter("A")
	results := e.right.of(e.take("A").Shards)
	r, ok := e.say("A", "receipt", &delivery{e.c.epoch - 1, 1, results}).(*receipt)
	if !ok || r.Epoch == e.c.epoch && r.Number == 1 || r.Epoch != e.c.epoch {
		t.Errorf("a message of an earlier epoch is answered %+v; expected the present epoch, and no message's number", r)
	}
	if r := e.bring("A", results...); !r.Stored || r.Number != 1 {
		t.Errorf("the message with the same number in the present epoch is answered %+v", r)
	}
}
