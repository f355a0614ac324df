package kafka

import (
	"context"
	"errors"
	"time"

	"github.com/IBM/sarama"
)

// session is what a member has to say to the coordinator of its group. The library's own consumer group stops the delivery
// of all partitions whenever a process comes or goes, and gives them away with what is in hand; here only what moves is
// stopped, and moves when it is settled. One goroutine uses a session.
type session struct {
	*member
	conn       *sarama.Broker // its own: the coordinator answers a request to join when all others have joined
	id         string
	generation int32
	claimed    claim // when it joined
	gaveUp     bool  // partitions, since then
	total      int   // of partitions, as the group knows them
}

var (
	errAgain = errors.New("the group has to be joined again")
	errLeft  = errors.New("the group was left")
)

// run is in the group until nobody needs that any more.
func (m *member) run() {
	s := &session{member: m}
	defer s.disconnect()
	const first = 20 * time.Millisecond
	for pause := first; ; {
		joined, err := s.serve()
		if joined {
			pause = first
		}
		if errors.Is(err, errLeft) || m.b.closing.Err() != nil && !is(err, errAgain, sarama.ErrRebalanceInProgress) {
			m.end()
			return
		}
		switch {
		case is(err, errAgain, sarama.ErrRebalanceInProgress):
			continue
		case is(err, sarama.ErrUnknownMemberId, sarama.ErrIllegalGeneration, sarama.ErrFencedInstancedId):
			s.id = ""
		default:
			s.disconnect()
		}
		if pause == first {
			m.b.options.Log.Warn("queue: the servers have dropped this process from the group; it joins again",
				"topic", m.name, "error", m.b.hide(err))
		}
		sleep(m.b.closing, pause)
		pause = min(2*pause, 2*time.Second)
	}
}

func (s *session) disconnect() {
	if s.conn != nil {
		_ = s.conn.Close()
		s.conn = nil
	}
}

// connect opens a connection to the coordinator of the group.
func (s *session) connect() error {
	if s.conn != nil {
		return nil
	}
	if err := s.b.client.RefreshCoordinator(s.group); err != nil {
		if disconnected(err) {
			s.b.reconnect()
		}
		return err
	}
	coordinator, err := s.b.client.Coordinator(s.group)
	if err != nil {
		return err
	}
	conn, config := sarama.NewBroker(coordinator.Addr()), s.b.address.config()
	config.Net.ReadTimeout = s.b.options.SessionTimeout + readTimeout
	if err := conn.Open(config); err != nil {
		return err
	}
	s.conn = conn
	if _, err := conn.Connected(); err != nil {
		s.disconnect()
		return err
	}
	return nil
}

// serve joins the group and stays in it as long as it does not change.
func (s *session) serve() (joined bool, err error) {
	if err := s.connect(); err != nil {
		return false, err
	}
	if err := s.join(); err != nil {
		return false, err
	}
	return true, s.stay()
}

func (s *session) join() error {
	begin := time.Now()
	s.claimed, s.gaveUp = s.claim(), false
	timeout := int32(s.b.options.SessionTimeout / time.Millisecond)
	request := &sarama.JoinGroupRequest{
		Version: 2, GroupId: s.group, SessionTimeout: timeout, RebalanceTimeout: timeout, MemberId: s.id, ProtocolType: "consumer",
	}
	if err := request.AddGroupProtocolMetadata("fwrun", &sarama.ConsumerGroupMemberMetadata{
		Topics:   []string{s.name},
		UserData: s.claimed.text(),
	}); err != nil {
		return err
	}
	answer, err := s.conn.JoinGroup(request)
	if err != nil {
		return err
	}
	if answer.Err != sarama.ErrNoError {
		return answer.Err
	}
	s.id, s.generation = answer.MemberId, answer.GenerationId
	s.known(begin)
	sync := &sarama.SyncGroupRequest{Version: 1, GroupId: s.group, GenerationId: s.generation, MemberId: s.id}
	if answer.LeaderId == s.id {
		if err := s.lead(answer, sync); err != nil {
			return err
		}
	}
	begin = time.Now()
	assigned, err := s.conn.SyncGroup(sync)
	if err != nil {
		return err
	}
	if assigned.Err != sarama.ErrNoError {
		return assigned.Err
	}
	s.known(begin)
	return s.receive(assigned)
}

// known notes that the servers knew this process.
func (s *session) known(at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.heard) >= s.b.options.SessionTimeout {
		s.deliver.Broadcast()
	}
	s.heard = at
}

// lead divides the partitions among all members.
func (s *session) lead(answer *sarama.JoinGroupResponse, sync *sarama.SyncGroupRequest) error {
	if err := s.b.client.RefreshMetadata(s.name); err != nil {
		return err
	}
	partitions, err := s.b.client.Partitions(s.name)
	if err != nil {
		return err
	}
	members, err := answer.GetMembers()
	if err != nil {
		return err
	}
	var claims []claim
	for id, member := range members {
		claims = append(claims, readClaim(id, member.UserData))
	}
	parts := plan(partitions, claims)
	for id := range members {
		assignment := &sarama.ConsumerGroupMemberAssignment{Topics: map[string][]int32{s.name: parts[id]}}
		if err := sync.AddGroupAssignmentMember(id, assignment); err != nil {
			return err
		}
	}
	return nil
}

// receive begins with the partitions that this process got, where the group has come to.
func (s *session) receive(answer *sarama.SyncGroupResponse) error {
	var list []int32
	if len(answer.MemberAssignment) > 0 {
		assignment, err := answer.GetMemberAssignment()
		if err != nil {
			return err
		}
		list = assignment.Topics[s.name]
	}
	all, err := s.b.client.Partitions(s.name)
	if err != nil {
		return err
	}
	commits, err := s.b.commits(s.conn, s.group, s.name, list)
	if err != nil {
		return err
	}
	s.total = len(all)
	s.assign(s.generation, len(all), commits)
	return nil
}

// commitAfter is how long an acknowledgement waits for others, so that all are written down together.
const commitAfter = 50 * time.Millisecond

// stay sends heartbeats, and writes down what is settled, until the group changes or is left.
func (s *session) stay() error {
	beat := time.NewTicker(max(s.b.options.SessionTimeout/10, 50*time.Millisecond))
	defer beat.Stop()
	clean := time.NewTicker(s.b.cleanEvery)
	defer clean.Stop()
	var later <-chan time.Time
	s.notify()
	for {
		var err error
		select {
		case <-s.wake:
			if s.urgent() {
				err, later = s.work(), nil
			} else if later == nil {
				later = time.After(commitAfter)
			}
		case <-later:
			err, later = s.work(), nil
		case <-clean.C:
			s.clean()
		case <-beat.C:
			err = s.beat()
		}
		if err != nil {
			return err
		}
	}
}

func (s *session) beat() error {
	begin := time.Now()
	answer, err := s.conn.Heartbeat(&sarama.HeartbeatRequest{Version: 1, GroupId: s.group, GenerationId: s.generation, MemberId: s.id})
	if err != nil {
		return err
	}
	if answer.Err != sarama.ErrNoError {
		return answer.Err
	}
	s.known(begin)
	if all, err := s.b.client.Partitions(s.name); err == nil && len(all) != s.total || s.reconsider() {
		return errAgain
	}
	return nil
}

// urgent reports whether others wait for this process.
func (s *session) urgent() bool { return len(s.drained()) > 0 || s.unused() || s.outdated() }

// outdated reports whether the group's knowledge of this member is out of date.
func (s *session) outdated() bool {
	c := s.claim()
	return s.gaveUp || c.Wants != s.claimed.Wants || c.Exclusive != s.claimed.Exclusive || c.All != s.claimed.All
}

// work writes down what is settled, gives up what others are to have, and leaves or joins the group again if need be.
func (s *session) work() error {
	drained, unused := s.drained(), s.unused() // nothing of these is in hand, so the commit has all
	if err := s.commit(); err != nil {
		return err
	}
	s.mu.Lock()
	for _, p := range drained {
		if !p.assigned && s.parts[p.id] == p {
			delete(s.parts, p.id)
			s.gaveUp = true
		}
	}
	s.mu.Unlock()
	if unused && s.idle() {
		s.clean()
		_, _ = s.conn.LeaveGroup(&sarama.LeaveGroupRequest{Version: 1, GroupId: s.group, MemberId: s.id})
		return errLeft
	}
	if s.outdated() {
		return errAgain
	}
	return nil
}

// clean removes messages that were handled from a topic that Declare has made, some time later.
func (s *session) clean() {
	offsets := map[int32]int64{}
	s.mu.Lock()
	for id, p := range s.parts {
		if p.assigned && p.committed.base > p.cleaned {
			offsets[id] = p.committed.base
			p.cleaned = p.committed.base
		}
	}
	s.mu.Unlock()
	if len(offsets) == 0 || s.b.closing.Err() != nil || !s.b.isOwn(s.name) {
		return
	}
	ctx, cancel := context.WithTimeout(s.b.closing, readTimeout)
	_, err := call(ctx, s.b, "kafka.clean", func() (none, error) { return none{}, s.b.admin.DeleteRecords(s.name, offsets) })
	cancel()
	if err != nil {
		s.b.options.Log.Debug("queue: handled messages cannot be removed", "topic", s.name, "error", err)
	}
}
