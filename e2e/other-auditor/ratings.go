package main

import (
	"fmt"
	"math"
	"strconv"
)

// This file computes ratings by docs/ratings.md.

const (
	scale = 173.7178
	day   = 86_400_000
)

type tally struct{ games, wins int64 }

func (t *tally) add(won bool) {
	t.games++
	if won {
		t.wins++
	}
}

type standing struct {
	rating, rd, volatility float64
	logged                 object // the last "after" of the log, or nil
	ratedAt                int64
	opponents, vouched     map[string]bool // vouched: those that have vouched for this player
	known                  int
	grewOn                 int64 // the UTC day on which known last grew, or -1
	all, rated             tally
	lastEnded              int64
	bot                    bool
	matches                []string
}

func newcomer() *standing {
	return &standing{
		rating: 1500, rd: 350, volatility: 0.06, opponents: map[string]bool{}, vouched: map[string]bool{}, grewOn: -1,
	}
}

// rdAt is the deviation, grown with the time since the last rated match.
func (s *standing) rdAt(at int64) float64 {
	if s.logged == nil {
		return s.rd
	}
	days := math.Max(0, float64(at-s.ratedAt)/day)
	return math.Min(350, math.Sqrt(s.rd*s.rd+scale*s.volatility*scale*s.volatility*days))
}

// shownRd is the deviation that leaderboard and player card show at a time.
func (s *standing) shownRd(at int64) float64 {
	if s.known < 5 {
		return math.Max(s.rdAt(at), 350-48*float64(s.known))
	}
	return s.rdAt(at)
}

func (s *standing) asLogged() object {
	fixed := func(number float64, digits int) string { return strconv.FormatFloat(number, 'f', digits, 64) }
	return object{"rating": fixed(s.rating, 6), "rd": fixed(s.rd, 6), "volatility": fixed(s.volatility, 12)}
}

func (s *standing) setLogged(values object) {
	s.rating, _ = strconv.ParseFloat(values["rating"].(string), 64)
	s.rd, _ = strconv.ParseFloat(values["rd"].(string), 64)
	s.volatility, _ = strconv.ParseFloat(values["volatility"].(string), 64)
	s.logged = values
}

// differs says whether two logged ratings differ by more than one unit of the last digit.
func differs(one, two object) bool {
	for name, unit := range map[string]float64{"rating": 1e-6, "rd": 1e-6, "volatility": 1e-12} {
		a, _ := strconv.ParseFloat(one[name].(string), 64)
		b, _ := strconv.ParseFloat(two[name].(string), 64)
		if math.Abs(a-b) > 1.5*unit {
			return true
		}
	}
	return false
}

// rated is the standing of a player after a match, from the standings of both before it.
func rated(player, opponent *standing, length, at int64, score float64) (rating, rd, volatility float64) {
	mu, phi := (player.rating-1500)/scale, player.rdAt(at)/scale
	muOther, phiOther := (opponent.rating-1500)/scale, opponent.rdAt(at)/scale
	t := (1 + float64(opponent.known)) / 6
	g := math.Sqrt(float64(length)/7) / math.Sqrt(1+3*phiOther*phiOther/(math.Pi*math.Pi))
	e := 1 / (1 + math.Exp(-g*(mu-muOther)))
	v := 1 / (t * g * g * e * (1 - e))
	delta := v * t * g * (score - e)
	sigma := newVolatility(player.volatility, phi, v, delta)
	phi = 1 / math.Sqrt(1/(phi*phi)+1/v)
	mu += phi * phi * t * g * (score - e)
	return mu*scale + 1500, phi * scale, sigma
}

// newVolatility is step 5 of Glickman's "Example of the Glicko-2 system".
func newVolatility(sigma, phi, v, delta float64) float64 {
	const tau, epsilon = 0.5, 0.000001
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		sum := phi*phi + v + math.Exp(x)
		return math.Exp(x)*(delta*delta-sum)/(2*sum*sum) - (x-a)/(tau*tau)
	}
	low, high := a, 0.0
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > epsilon {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}

// replay checks the ratings of a match entry and goes on from them.
func (a *auditor) replay(entry object, keys [2]string) {
	ended, length, id := entry["ended"].(int64), entry["length"].(int64), entry["id"].(string)
	both := [2]*standing{a.player(keys[0]), a.player(keys[1])}
	imported := entry["imported"] == true && entry["format"] != "bg-record/2"
	winner := entry["result"].(object)["winner"].(int64)
	var computed [2]standing
	for seat, player := range both {
		score := 0.0
		if winner == int64(seat) {
			score = 1
		}
		next := *player
		next.rating, next.rd, next.volatility = rated(player, both[1-seat], length, ended, score)
		computed[seat] = next
	}
	for seat, player := range both {
		logged := entry["ratings"].([]any)[seat].(object)
		before, after := logged["before"].(object), logged["after"].(object)
		expected := player.logged
		if expected == nil {
			expected = newcomer().asLogged()
		}
		if !imported && canonical(before) != canonical(expected) {
			a.report("rating-gap", "match %s, player %s: before is %s and was %s", id, keys[seat], canonical(before), canonical(expected))
		}
		*player = computed[seat]
		if imported {
			player.setLogged(after)
		} else if differs(player.asLogged(), after) {
			a.report("rating-changed", "match %s, player %s: %s, computed %s", id, keys[seat], canonical(after), canonical(player.asLogged()))
			player.setLogged(after)
		}
		player.logged, player.ratedAt = after, ended
	}
	if imported {
		return
	}
	both[0].opponents[keys[1]], both[1].opponents[keys[0]] = true, true
	today := ended / day
	for seat, player := range both {
		other := both[1-seat]
		if len(other.opponents) >= 3 && !player.vouched[keys[1-seat]] && player.known < 5 && today > player.grewOn {
			player.known++
			player.grewOn = today
			player.vouched[keys[1-seat]] = true
		}
	}
}

// The clocks of service and auditor may differ, and lists may be a second old.
const clockMs = 15 * 60_000

// near is the tolerance of shown ratings: those that were taken over from entries are rounded.
const near = 1e-4

// listed compares a row of the leaderboard or a player card, read between two times, with a standing.
func (s *standing) listed(row object, count tally, from, to int64) string {
	number := func(name string) float64 { value, _ := row[name].(float64); return value }
	rd, least, most := number("rd"), s.shownRd(from-clockMs), s.shownRd(to+clockMs)
	switch {
	case number("games") != float64(count.games) || number("wins") != float64(count.wins):
		return fmt.Sprintf("games %v, wins %v: counted %d, %d", row["games"], row["wins"], count.games, count.wins)
	case math.Abs(number("rating")-s.rating) > near:
		return fmt.Sprintf("rating %v, computed %v", row["rating"], s.rating)
	case rd < least-near || rd > most+near:
		return fmt.Sprintf("rd %v, computed %v to %v", row["rd"], least, most)
	case math.Abs(number("conservative")-number("rating")+2*rd) > near:
		return fmt.Sprintf("conservative %v of %v and %v", row["conservative"], row["rating"], row["rd"])
	case row["provisional"] != (rd > 110):
		return fmt.Sprintf("provisional %v at rd %v", row["provisional"], rd)
	}
	return ""
}
