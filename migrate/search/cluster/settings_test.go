package cluster

import (
	"net/http"
	"reflect"
	"testing"
)

// TestProxyOfSettings: without a proxy it is the environment's, and NoProxy means none. The function of the
// environment's proxy is compared, because it reads the environment once for a process.
func TestProxyOfSettings(t *testing.T) {
	environment, wrong := Settings{}.proxy()
	if wrong != nil || reflect.ValueOf(environment).Pointer() != reflect.ValueOf(http.ProxyFromEnvironment).Pointer() {
		t.Errorf("without a setting it is not the environment's: %v", wrong)
	}
	if none, wrong := (Settings{NoProxy: true, Proxy: "http://proxy.example.com"}).proxy(); none != nil || wrong != nil {
		t.Errorf("there is a proxy although there is to be none: %v", wrong)
	}
	request := &http.Request{}
	chosen, wrong := Settings{Proxy: "http://proxy.example.com:3128"}.proxy()
	if wrong != nil {
		t.Fatal(wrong)
	}
	if u, err := chosen(request); err != nil || u.String() != "http://proxy.example.com:3128" {
		t.Errorf("the proxy is %v, %v", u, err)
	}
	transport, err := newTransport(Settings{NoProxy: true})
	if err != nil || transport.Proxy != nil {
		t.Errorf("the transport has a proxy: %v", err)
	}
}

// TestDefaultsOfSettings: certificates are checked, and a handshake does not last for ever.
func TestDefaultsOfSettings(t *testing.T) {
	transport, err := newTransport(Settings{})
	if err != nil || transport.TLSClientConfig.InsecureSkipVerify || transport.TLSHandshakeTimeout != defaultConnectTimeout {
		t.Errorf("%+v %v", transport, err)
	}
}
