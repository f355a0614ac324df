package endpoint

import (
	"log/slog"

	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/host/certs"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/hops"
	"github.com/fwrun/fwrun/platform/outbound"
)

// Part is how a process is reached. All generations of its application have the same.
type Part struct {
	Available    *health.Availability
	Own          *outbound.Own
	Certificates *certs.Store // nil without TLS
}

// Open hands on the part before, or begins one that nobody reaches yet if it is nil.
func Open(before *Part) *Part {
	if before != nil {
		return before
	}
	return &Part{Available: &health.Availability{}, Own: &outbound.Own{Hops: hops.New()}}
}

// LoadCertificates reads the certificates that the configuration names, if it names any.
func (p *Part) LoadCertificates(s Settings, props *config.Properties, log *slog.Logger) (list fault.List) {
	if len(s.tls.Pairs) == 0 {
		return nil
	}
	store, problems := certs.Load(s.tls, log)
	p.Certificates = store
	sections := tlsSections(props.Reader())
	for _, one := range problems {
		r, key := props.Reader(), "server.tls.client-ca"
		if one.Pair >= 0 {
			r, key = sections[one.Pair], "certificate"
			if one.Key {
				key = "key"
			}
		}
		list = append(list, certificateProblem(r, key, one))
	}
	return list
}

// certificateProblem reports a problem at the place where the file is configured.
func certificateProblem(r *config.Reader, key string, p *certs.Problem) fault.Diagnostic {
	if p.Warning {
		return r.Warning(key, "is used, but "+p.Text, p.Hint)
	}
	r.Reject(key, "cannot be used: "+p.Text, p.Hint)
	list := r.Problems()
	return list[len(list)-1]
}
