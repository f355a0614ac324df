package dates

// hebrewElapsed returns the days from the epoch to the new year of a year, before its postponements by neighbouring years.
func hebrewElapsed(year int) int {
	months := floorDiv(235*year-234, 19)
	parts := 12084 + 13753*months
	days := 29*months + floorDiv(parts, 25920)
	if floorMod(3*(days+1), 7) < 3 {
		days++
	}
	return days
}

// hebrewNewYear returns the number of the day on which a year begins.
func hebrewNewYear(year int) int {
	before, at, after := hebrewElapsed(year-1), hebrewElapsed(year), hebrewElapsed(year+1)
	switch {
	case after-at == 356:
		at += 2
	case at-before == 382:
		at++
	}
	return hebrewEpoch + at
}

func isHebrewLeap(year int) bool { return floorMod(7*year+1, 19) < 7 }

// hebrewMonths are the lengths of the months from Tishri on, with the first Adar, which only leap years have.
func hebrewMonths(year int) [13]int {
	length := hebrewNewYear(year+1) - hebrewNewYear(year)
	months := [13]int{30, 29, 30, 29, 30, 0, 29, 30, 29, 30, 29, 30, 29}
	if isHebrewLeap(year) {
		months[5] = 30
		length -= 30
	}
	if length == 355 {
		months[1] = 30
	}
	if length == 353 {
		months[2] = 29
	}
	return months
}

// hebrew sets the fields of the Hebrew calendar. The months are numbered as CLDR does: 6 is the first Adar of leap years.
func (d *date) hebrew(n int) {
	year := floorDiv((n-hebrewEpoch)*98496, 35975351) + 1
	for hebrewNewYear(year+1) <= n {
		year++
	}
	for hebrewNewYear(year) > n {
		year--
	}
	rest := n - hebrewNewYear(year)
	d.year, d.leapYear = year, isHebrewLeap(year)
	for i, length := range hebrewMonths(year) {
		if rest < length {
			d.month, d.day = i+1, rest+1
			d.leap = i == 5
			return
		}
		rest -= length
	}
}
