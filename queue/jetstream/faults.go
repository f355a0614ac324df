package jetstream

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

func (b *Broker) hide(err error) error { return broker.Hide(err, b.secrets...) }

// The codes of JetStream's API that have a message of their own.
const (
	codeNoLeader        jetstream.ErrorCode = 10008
	codeNoPeers         jetstream.ErrorCode = 10005
	codeNotEnabled      jetstream.ErrorCode = 10039
	codeNotEnabledHere  jetstream.ErrorCode = 10076
	codeStoreFull       jetstream.ErrorCode = 10047
	codeMemoryFull      jetstream.ErrorCode = 10028
	codeInsufficient    jetstream.ErrorCode = 10023
	codeMessageTooLarge jetstream.ErrorCode = 10054
	codeReplicas        jetstream.ErrorCode = 10074
	codeStoreFailed     jetstream.ErrorCode = 10077
	codeStreamOffline   jetstream.ErrorCode = 10118
	codeStreamOfflineBy jetstream.ErrorCode = 10194
)

// failed returns what went wrong as a fault.
func (b *Broker) failed(ctx context.Context, op string, err error) error {
	if already, ok := errors.AsType[*fault.Error](err); ok {
		return already
	}
	cause := b.hide(err)
	api, isAPI := errors.AsType[jetstream.JetStreamError](err)
	var code jetstream.ErrorCode
	if isAPI && api.APIError() != nil {
		code = api.APIError().ErrorCode
	}
	switch {
	case errors.Is(ctx.Err(), context.Canceled) && b.closing.Err() == nil:
		return fault.New(op, fault.Canceled, "the call was cancelled").Because(cause)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.Is(err, jetstream.ErrAsyncPublishTimeout):
		if b.nc != nil && !b.nc.IsConnected() {
			return b.unreachable(op).Because(cause)
		}
		return fault.New(op, fault.Timeout, b.what()+" did not answer in time").Because(cause)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrPermissionViolation):
		return fault.New(op, fault.Internal, "the NATS server refused access").
			WithHint("check user and password, or the token, in the URL of the connection").Because(cause)
	case errors.Is(err, nats.ErrMaxPayload), code == codeMessageTooLarge:
		return b.tooLarge(op).Because(cause)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount), code == codeNotEnabled,
		code == codeNotEnabledHere:
		return fault.New(op, fault.Unavailable, "the NATS server has JetStream disabled").
			WithHint("start it with -js, or with jetstream in its configuration").Because(cause)
	case code == codeStoreFull, code == codeMemoryFull, code == codeInsufficient:
		return full(op).Because(cause)
	case code == codeStoreFailed:
		return fault.New(op, fault.Unavailable, "the queue store cannot be written").Because(cause)
	case missing(err):
		return fault.New(op, fault.NotFound, "there is no such topic").Because(cause)
	case isAPI && code != 0 && code != codeNoLeader && code != codeStreamOffline && code != codeStreamOfflineBy:
		return fault.New(op, fault.Internal, b.what()+" refused the request").Because(cause)
	}
	return b.unreachable(op).Because(cause)
}

// what names the other side in messages.
func (b *Broker) what() string {
	if b.server != nil {
		return "the queue store"
	}
	return "the NATS server"
}

func (b *Broker) unreachable(op string) *fault.Error {
	return fault.New(op, fault.Unavailable, b.what()+" cannot be reached")
}

func (b *Broker) tooLarge(op string) *fault.Error {
	hint := "store large content elsewhere, and send a reference to it"
	if b.server == nil {
		hint += ", or raise max_payload of the NATS servers"
	}
	return fault.New(op, fault.TooLarge, fmt.Sprintf("the message is larger than %s accepts, which is %d bytes with its headers", b.what(),
		b.nc.MaxPayload())).WithHint(hint)
}

func full(op string) *fault.Error {
	return fault.New(op, fault.Unavailable, "the queue store is full").
		WithHint("make room on the disk, or raise the limit of the store")
}
