package engine_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// TestABeanOfItsOwnForEachWhoAsks: each class that a host bean is injected into gets a bean of its own, however it
// asks for it.
func TestABeanOfItsOwnForEachWhoAsks(t *testing.T) {
	_, d, err := saying(t, map[string]string{
		"shop/big orders/orders.js": `
			import { Service, Autowired, Qualifier, PostConstruct, Configuration, Bean } from "fwrun";
			export class Base { /** @type {Store} */ @Autowired @Qualifier("own") inherited; }
			@Service export class Orders extends Base {
				constructor(/** @type {Store} */ @Qualifier("own") given) { super(); this.given = given; }
				/** @type {Store} */ @Autowired @Qualifier("mainStore") shared;
				@PostConstruct tell() { say([this.given.name, this.inherited.name, this.shared.name, this.given === this.inherited].join()); }
			}
			export class Made {}
			@Configuration export class Making { @Bean made(/** @type {Store} */ @Qualifier("own") own) { say(own.name); return new Made(); } }
		`,
		"top.js": `
			import { Service, Qualifier, PostConstruct } from "fwrun";
			@Service export class Top { /** @type {Store} */ @Qualifier("own") own; @PostConstruct tell() { say(this.own.name); } }
		`,
	}, func(o *engine.Options) {
		api := o.API.(*fakeAPI)
		api.beans = append(api.beans, manifest.HostBean{Name: "own", Type: "Store", PerAsker: true})
	})
	if err != nil {
		t.Fatal(reportOf(err))
	}
	const orders = "own of shop.big_orders.Orders"
	if got, want := d.text(), orders+","+orders+",mainStore,false own of Top own of shop.big_orders.Making"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
