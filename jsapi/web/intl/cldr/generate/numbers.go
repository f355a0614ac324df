package main

import (
	"slices"
	"strings"
)

// numbers are symbols and patterns, for Latin digits and those of the locale.
func (s source) numbers(locale string) (map[string]string, error) {
	document, err := s.main("cldr-numbers-full", locale, "numbers")
	if err != nil {
		return nil, err
	}
	numbers, table := document.at("numbers"), map[string]string{}
	table["system"] = numbers.text("defaultNumberingSystem")
	table["native"] = numbers.at("otherNumberingSystems").text("native")
	table["grouping"] = numbers.text("minimumGroupingDigits")
	for name := range numbers {
		kind, system, ok := strings.Cut(name, "-numberSystem-")
		if !ok || !slices.Contains([]string{"latn", table["system"], table["native"]}, system) {
			continue
		}
		numbers.at(name).flatten(strings.TrimSuffix(kind, "Formats")+"/"+system+"/", table)
	}
	for key := range table {
		if strings.Contains(key, "alphaNextToNumber") && strings.Contains(key, "/short/") || strings.HasSuffix(key, "/list") ||
			strings.HasSuffix(key, "noCurrency") {
			delete(table, key)
		}
	}
	return table, nil
}

// currencies have symbols and names.
func (s source) currencies(locale string) (map[string]string, error) {
	document, err := s.main("cldr-numbers-full", locale, "currencies")
	if err != nil {
		return nil, err
	}
	table := map[string]string{}
	currencies := document.at("numbers/currencies")
	for code := range currencies {
		currency := currencies.at(code)
		for name := range currency {
			plural, isPlural := strings.CutPrefix(name, "displayName-count-")
			switch {
			case isPlural:
				table[code+"/"+plural] = currency.text(name)
			case name == "displayName":
				table[code] = currency.text(name)
			case name == "symbol" && currency.text(name) != code:
				table[code+"/symbol"] = currency.text(name)
			case name == "symbol-alt-narrow":
				table[code+"/narrow"] = currency.text(name)
			}
		}
	}
	return table, nil
}

// sanctioned are the units that scripts can ask for.
var sanctioned = strings.Fields(`acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour
	inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter millisecond minute
	month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year`)

// isSanctioned reports whether a unit can be asked for, alone or as a part of one per another.
func isSanctioned(unit string) bool {
	of, per, compound := strings.Cut(unit, "-per-")
	return slices.Contains(sanctioned, of) && (!compound || slices.Contains(sanctioned, per))
}

// units are patterns by width, unit and plural category.
func (s source) units(locale string) (map[string]string, error) {
	document, err := s.main("cldr-units-full", locale, "units")
	if err != nil {
		return nil, err
	}
	table := map[string]string{}
	for _, width := range []string{"long", "short", "narrow"} {
		all := document.at("units/" + width)
		table[width+"/per"] = all.at("per").text("compoundUnitPattern")
		for name := range all {
			_, unit, _ := strings.Cut(name, "-")
			if !isSanctioned(unit) {
				continue
			}
			for member := range all.at(name) {
				if plural, ok := strings.CutPrefix(member, "unitPattern-count-"); ok {
					table[width+"/"+unit+"/"+plural] = all.at(name).text(member)
				}
			}
			if per := all.at(name).text("perUnitPattern"); per != "" {
				table[width+"/"+unit+"/per"] = per
			}
		}
	}
	return table, nil
}
