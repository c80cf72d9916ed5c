package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
)

// This file verifies a record by docs/record-format.md, plays included. It leaves out the clock and the notes.

// A fault is what the verifier refuses: a code of docs/record-format.md, and the number of the event or -1.
type fault struct {
	code  string
	event int
}

var (
	duration   = integer(1000, 2_592_000_000)
	playerForm = members(map[string]form{
		"pub": key32, "name": playerName, "bot": boolean, "custody": oneOf("own", "service"),
	})
	headerForm = members(map[string]form{
		"format": oneOf("bg-record/2"), "protocol": oneOf("hmac-sha256/hashchain-reveal-v2"), "id": matchID,
		"created": moment, "server": key32, "players": list(2, 2, playerForm), "length": integer(0, 25),
		"rules": members(map[string]form{"cube": boolean, "crawford": boolean, "jacoby": boolean, "beavers": boolean}),
		"clock": nullOr(members(map[string]form{
			"delayMs": integer(0, 2_592_000_000), "reserveMs": integer(0, 2_592_000_000),
		})),
		"moveMs": nullOr(duration), "absenceMs": nullOr(duration), "chain": integer(1, 65536),
		"dice": oneOf("advance"), "rated": boolean, "holidayDays": integer(1, 365),
		"firstChain": members(map[string]form{"anchor": key32, "nonce": hexOf(16)}),
		"log":        members(map[string]form{"origin": pattern(`[!-*,-~]{1,1000}`), "key": key32}),
		"session": members(map[string]form{
			"game": integer(2, maxInteger), "previous": members(map[string]form{"id": matchID, "hash": key32}),
			"score": list(2, 2, integer(0, maxInteger)),
		}),
	}, "dice", "holidayDays", "firstChain", "log", "session")
	recordForm = members(map[string]form{
		"header": func(any) bool { return true }, "events": list(0, 1<<30, func(any) bool { return true }),
		"result": outcome, "finalHash": key32, "sig": hexOf(64),
	})
	viewForm = nullOr(members(map[string]form{"size": integer(1, maxInteger), "root": key32, "sig": hexOf(64)}))
	die      = integer(1, 6)
	ownForms = map[string]map[string]form{
		"commit": {"anchor": key32, "nonce": hexOf(16), "view": viewForm},
		"roll":   {"reveal": key32}, "reveal": {"reveal": key32}, "dice": {"reveal": key32, "dice": list(2, 2, die)},
		"play":   {"hops": list(0, 4, hop), "ahead": key32},
		"double": {}, "take": {}, "pass": {}, "beaver": {}, "accept": {}, "decline": {}, "present": {}, "claim": {},
		"resign":  {"points": integer(1, 3)},
		"forfeit": {"loser": seat, "reason": oneOf("time", "abandonment")},
		"sit":     {"nonce": hexOf(16)}, "absent": {"seat": seat}, "void": {"hash": key32}, "resume": {"since": moment},
		"holiday": {"days": integer(1, 365)},
	}
)

func playerName(value any) bool {
	name, ok := value.(string)
	return ok && len([]rune(name)) <= 24 && strings.IndexFunc(name, unicode.IsControl) < 0
}

func hop(value any) bool {
	pair, ok := value.([]any)
	return ok && len(pair) == 2 && integer(1, 25)(pair[0]) && integer(0, 24)(pair[1])
}

func eventForm(value any) bool {
	event, ok := value.(object)
	if !ok {
		return false
	}
	kind, _ := event["type"].(string)
	own, known := ownForms[kind]
	forms := map[string]form{
		"type": oneOf(kind), "n": moment, "p": nullOr(seat), "prev": key32, "sig": hexOf(64), "at": moment,
	}
	if event["p"] != nil {
		forms["sent"] = moment
	}
	for name, inner := range own {
		forms[name] = inner
	}
	return known && members(forms, "view", "ahead")(event)
}

// What a match waits for: the party that has to act, and the phase it is in.
type wait struct {
	party any // int64 or nil for the server
	phase string
}

// The types that may be sent in each phase, besides asides and forfeits. "double" and "resign" have conditions.
var allowed = map[string]string{
	"commit": "commit", "opening": "roll", "reveal": "reveal", "dice": "dice", "play": "play resign",
	"turn": "roll double resign", "doubled": "take pass beaver resign", "beavered": "take pass resign",
	"resigned": "accept decline",
}

type link struct {
	anchor, last string
	used         int64
	begun        bool // its first commit was accepted
}

type match struct {
	header    object
	wait      wait
	before    wait // a resignation: the exact place where it was offered
	chains    [3]link
	anchors   map[string]bool
	rolled    bool
	rolls     int64
	reveals   [3]string // server, player 0, player 1
	standing  int64     // whose link stands, or -1
	board     board
	cube      int64
	cubeOwner int64 // -1: in the middle
	opening   bool
	crawford  bool // this game is the Crawford game
	hadIt     bool
	score     [2]int64
	offered   int64
	declined  [2]int64
	dice      [2]int64
	result    object
	absent    int64 // who stands announced, or -1
	claimed   bool  // the opponent has claimed because of that absence
	sits      [2]int
	daysOff   [2]int64
	lastAt    int64
	faces     [7]int64
	views     []object
}

func chainOf(party any) int {
	if party == nil {
		return 0
	}
	return int(party.(int64)) + 1
}

func (m *match) rule(name string) bool { return m.header["rules"].(object)[name].(bool) }
func (m *match) length() int64         { return m.header["length"].(int64) }

// verifyRecord returns the match that the record shows, or the first fault.
func verifyRecord(text []byte) (*match, object, *fault) {
	value, err := parse(text)
	if err != nil {
		return nil, nil, &fault{err.Error(), -1}
	}
	if !recordForm(value) {
		return nil, nil, &fault{"record-form", -1}
	}
	record := value.(object)
	header, _ := record["header"].(object)
	events := record["events"].([]any)
	if len(events) > 24_000 {
		return nil, nil, &fault{"too-many-events", -1}
	}
	if code := judgeHeader(header); code != "" {
		return nil, nil, &fault{code, -1}
	}
	m := &match{header: header, anchors: map[string]bool{}, standing: -1, absent: -1, lastAt: header["created"].(int64)}
	m.newGame()
	m.wait = wait{nil, "commit"}
	prev := hash("bg-header/1", header)
	for n, value := range events {
		if code := m.take(value, int64(n), prev); code != "" {
			return nil, nil, &fault{code, n}
		}
		prev = hash("bg-hash/1", value)
	}
	switch closing := pick(record, "finalHash", "result"); {
	case m.result == nil:
		return nil, nil, &fault{"unfinished", -1}
	case canonical(m.result) != canonical(record["result"]):
		return nil, nil, &fault{"wrong-result", -1}
	case record["finalHash"] != prev:
		return nil, nil, &fault{"wrong-final-hash", -1}
	default:
		closing["id"] = header["id"]
		if !signed(header["server"], tagged("bg-final/1", closing), record["sig"]) {
			return nil, nil, &fault{"bad-closing", -1}
		}
	}
	return m, record, nil
}

func judgeHeader(header object) string {
	if !headerForm(header) {
		return "header-form"
	}
	one, two := header["players"].([]any)[0].(object), header["players"].([]any)[1].(object)
	keys := []any{header["server"], one["pub"], two["pub"]}
	good := keys[0] != keys[1] && keys[0] != keys[2] && keys[1] != keys[2]
	if log, has := header["log"].(object); has {
		keys = append(keys, log["key"])
	}
	for _, key := range keys {
		good = good && goodKey(key)
	}
	if !good {
		return "header-key"
	}
	rules, money := header["rules"].(object), header["length"] == int64(0)
	clock, timed := header["clock"].(object)
	bots := one["bot"] == true || two["bot"] == true
	kept := one["custody"] != "own" || two["custody"] != "own"
	if !money && (rules["jacoby"] == true || rules["beavers"] == true) || money && rules["crawford"] == true ||
		header["rated"] == true && (money || bots) || header["session"] != nil && !money ||
		timed && clock["delayMs"] == int64(0) && clock["reserveMs"] == int64(0) ||
		timed != (header["moveMs"] == nil) || timed && (header["absenceMs"] == nil || header["holidayDays"] != nil || header["firstChain"] != nil) ||
		header["dice"] != nil && (header["absenceMs"] != nil || bots || header["rated"] == true && kept) {
		return "header-rules"
	}
	return ""
}

// take accepts the next event, or returns the code of its fault.
func (m *match) take(value any, n int64, prev string) string {
	if !eventForm(value) {
		return "event-form"
	}
	event := value.(object)
	kind, party, at := event["type"].(string), event["p"], event["at"].(int64)
	signer := m.header["server"]
	if party != nil {
		signer = m.header["players"].([]any)[party.(int64)].(object)["pub"]
	}
	switch {
	case event["n"] != n:
		return "wrong-number"
	case n == 23_999 && kind != "forfeit":
		return "too-many-events"
	case event["prev"] != prev:
		return "wrong-prev"
	case at < m.lastAt:
		return "wrong-time"
	case !signed(signer, tagged("bg-event/1", without(event, "sig", "at")), event["sig"]):
		return "bad-signature"
	case m.result != nil:
		return "match-over"
	}
	code := m.content(event, kind, party)
	if party != nil && kind != "sit" && party == m.absent {
		m.absent, m.claimed = -1, false
	}
	m.lastAt = at
	return code
}

func (m *match) content(event object, kind string, party any) string {
	switch kind {
	case "absent", "void", "resume", "forfeit":
		if party != nil {
			return "wrong-party"
		}
		if event["n"] == int64(0) {
			return "wrong-type"
		}
	case "sit", "present", "claim", "holiday":
		if party == nil {
			return "wrong-party"
		}
	default:
		if party != m.wait.party {
			return "wrong-party"
		}
		if !contains(strings.Fields(allowed[m.wait.phase]), kind) {
			return "wrong-type"
		}
	}
	switch kind {
	case "void":
	case "sit":
		m.sits[party.(int64)]++
		if !m.chains[chainOf(party)].begun || m.sits[party.(int64)] > 500 {
			return "wrong-type"
		}
	case "present":
		if m.absent < 0 {
			return "wrong-type"
		}
		if party != m.absent {
			return "wrong-party"
		}
		if m.wait.phase == "commit" || m.wait.phase == "reveal" {
			return "wrong-type"
		}
	case "claim":
		if m.header["clock"] == nil || m.absent < 0 {
			return "wrong-type"
		}
		if party == m.absent {
			return "wrong-party"
		}
		if m.claimed {
			return "wrong-type"
		}
		m.claimed = true
	case "holiday":
		if !m.chains[chainOf(party)].begun {
			return "wrong-type"
		}
		m.daysOff[party.(int64)] += event["days"].(int64)
		if days, _ := m.header["holidayDays"].(int64); m.daysOff[party.(int64)] > days {
			return "wrong-holiday"
		}
	case "absent":
		if m.absent >= 0 || m.header["absenceMs"] == nil || event["seat"] != m.wait.party {
			return "wrong-absence"
		}
		m.absent = event["seat"].(int64)
	case "resume":
		if since := event["since"].(int64); since < m.lastAt || since > event["at"].(int64) {
			return "wrong-resume"
		}
	case "forfeit":
		if !m.rolled || event["loser"] != m.wait.party {
			return "wrong-forfeit"
		}
		loser := event["loser"].(int64)
		if m.length() == 0 {
			m.score[1-loser] += m.factor(1-loser) * m.cube
		}
		m.end(1-loser, event["reason"].(string))
	case "commit":
		return m.commit(event, party)
	case "roll":
		return m.roll(event, party.(int64))
	case "reveal":
		m.reveals[chainOf(party)] = event["reveal"].(string)
		m.wait = wait{nil, "dice"}
		return m.useLink(party, event["reveal"].(string), "wrong-reveal")
	case "dice":
		return m.throw(event)
	case "play":
		return m.play(event, party.(int64))
	default:
		return m.cubeOrResignation(event, kind, party.(int64))
	}
	return ""
}

func (m *match) commit(event object, party any) string {
	anchor := event["anchor"].(string)
	first, isNamed := m.header["firstChain"].(object)
	if m.anchors[anchor] || isNamed && party != int64(1) && first["anchor"] == anchor {
		return "anchor-reused"
	}
	isNamed = isNamed && !m.chains[2].begun
	if isNamed && party == int64(1) && (first["anchor"] != anchor || first["nonce"] != event["nonce"]) {
		return "wrong-anchor"
	}
	m.anchors[anchor] = true
	m.chains[chainOf(party)] = link{anchor, anchor, 0, true}
	log, hasLog := m.header["log"].(object)
	given, hasView := event["view"]
	if hasLog != hasView {
		return "wrong-view"
	}
	if view, ok := given.(object); ok {
		text := fmt.Sprintf("%s\n%d\n%s\n", log["origin"], view["size"], base64.StdEncoding.EncodeToString(unhex(view["root"])))
		if !signed(log["key"], []byte(text), view["sig"]) {
			return "wrong-view"
		}
		m.views = append(m.views, view)
	}
	switch party {
	case nil:
		m.wait.party = int64(0)
	case int64(0):
		m.wait.party = int64(1)
		if isNamed { // player 0 rolls before player 1 commits
			m.wait = m.before
		}
	default:
		m.wait = m.before
		m.rolled = m.rolled || m.wait.phase == "reveal"
	}
	return ""
}

// useLink takes the next link of a party's chain.
func (m *match) useLink(party any, reveal, code string) string {
	chain := &m.chains[chainOf(party)]
	sum := sha256.Sum256(unhex(reveal))
	if hex.EncodeToString(sum[:]) != chain.last || chain.used == m.header["chain"].(int64) {
		return code
	}
	chain.last = reveal
	chain.used++
	return ""
}

func (m *match) roll(event object, roller int64) string {
	reveal := event["reveal"].(string)
	m.rolled = true
	m.wait = wait{1 - roller, "reveal"}
	code := ""
	if m.standing == roller { // the opening of a game: the roller repeats the link
		if reveal != m.chains[roller+1].last {
			code = "wrong-reveal"
		}
	} else {
		code = m.useLink(roller, reveal, "wrong-reveal")
		if m.standing == 1-roller {
			m.reveals[2-roller] = m.chains[2-roller].last
			m.wait = wait{nil, "dice"}
		}
	}
	m.reveals[roller+1] = reveal
	m.standing = -1
	if !m.chains[2].begun {
		m.rolled = false
		m.before, m.wait = m.wait, wait{int64(1), "commit"}
	}
	return code
}

func (m *match) throw(event object) string {
	if code := m.useLink(nil, event["reveal"].(string), "wrong-reveal"); code != "" {
		return code
	}
	m.reveals[0] = event["reveal"].(string)
	m.rolls++
	m.dice = rollFrom(m.reveals, m.header["id"].(string), m.rolls)
	for i, given := range event["dice"].([]any) {
		if given != m.dice[i] {
			return "wrong-dice"
		}
		m.faces[m.dice[i]]++
	}
	player := m.turn()
	if m.opening {
		if m.dice[0] == m.dice[1] {
			m.next(wait{int64(0), "opening"})
			return ""
		}
		player = 0
		if m.dice[1] > m.dice[0] {
			player = 1
		}
		m.opening = false
	}
	m.wait = wait{player, "play"}
	return ""
}

// rollFrom computes a roll from the reveals of server, player 0 and player 1.
func rollFrom(reveals [3]string, id string, number int64) (dice [2]int64) {
	mac := hmac.New(sha256.New, unhex(strings.Join(reveals[:], "")))
	found := 0
	for counter := 0; ; counter++ {
		mac.Reset()
		fmt.Fprintf(mac, "hmac-sha256/hashchain-reveal-v2\n%s\n%d\n%d", id, number, counter)
		for _, digit := range mac.Sum(nil) {
			if digit < 252 {
				dice[found] = int64(digit%6) + 1
				if found++; found == 2 {
					return dice
				}
			}
		}
	}
}

// turn: the player on turn is kept in before while server and opponent make the dice.
func (m *match) turn() int64 { return m.before.party.(int64) }

// next sets what the match waits for when a roll is due: new chains first if all links are used.
func (m *match) next(due wait) {
	m.wait, m.before = due, due
	if m.chains[0].used == m.header["chain"].(int64) {
		m.wait = wait{nil, "commit"}
	}
}

func (m *match) play(event object, player int64) string {
	ended, ok := m.board.play(player, m.dice, event["hops"].([]any))
	if !ok {
		return "illegal-play"
	}
	ahead, has := event["ahead"].(string)
	due := m.header["dice"] != nil && !ended && m.chains[0].used < m.header["chain"].(int64)
	if has != due {
		return "wrong-ahead"
	}
	m.declined = [2]int64{}
	if due {
		if code := m.useLink(player, ahead, "wrong-ahead"); code != "" {
			return code
		}
		m.standing = player
	}
	if !ended {
		m.next(wait{1 - player, "turn"})
		return ""
	}
	m.win(player, m.factor(player)*m.cube, "points")
	return ""
}

func (m *match) cubeOrResignation(event object, kind string, player int64) string {
	switch kind {
	case "double":
		if !m.rule("cube") || m.length() == 1 || m.crawford || m.cubeOwner == 1-player || 2*m.cube > 4096 {
			return "wrong-type"
		}
		m.wait = wait{1 - player, "doubled"}
	case "take":
		m.cube *= 2
		if m.wait.phase == "doubled" {
			m.cubeOwner = player
			m.wait = wait{1 - player, "turn"}
		} else { // the doubler accepts the beaver and rolls
			m.wait = wait{player, "turn"}
		}
	case "beaver":
		if !m.rule("beavers") || 4*m.cube > 4096 {
			return "wrong-type"
		}
		m.cube *= 2
		m.cubeOwner = player
		m.wait = wait{1 - player, "beavered"}
	case "pass":
		m.win(1-player, m.cube, "points")
	case "resign":
		most := int64(3)
		if m.rule("jacoby") && m.cubeOwner < 0 {
			most = 1
		}
		if m.declined[player] >= most {
			return "wrong-type"
		}
		m.offered = event["points"].(int64)
		if m.offered <= m.declined[player] || m.offered > most {
			return "wrong-resignation"
		}
		m.before, m.wait = m.wait, wait{1 - player, "resigned"}
	case "accept":
		m.win(player, m.offered*m.cube, "resign")
	case "decline":
		m.wait = m.before
		m.declined[1-player] = m.offered
	}
	if m.wait.phase == "turn" {
		m.before = m.wait
	}
	return ""
}

func (m *match) win(winner, points int64, reason string) {
	m.score[winner] += points
	if m.length() == 0 || m.score[winner] >= m.length() {
		m.end(winner, reason)
		return
	}
	m.newGame()
	m.next(wait{int64(0), "opening"})
}

func (m *match) newGame() {
	m.board, m.cube, m.cubeOwner, m.opening, m.declined = start, 1, -1, true, [2]int64{}
	nearly := m.score[0] == m.length()-1 || m.score[1] == m.length()-1
	m.crawford = m.rule("crawford") && nearly && !m.hadIt
	m.hadIt = m.hadIt || m.crawford
	m.before = wait{int64(0), "opening"}
}

func (m *match) end(winner int64, reason string) {
	m.result = object{"winner": winner, "score": []any{m.score[0], m.score[1]}, "reason": reason}
}

// A board has for each player the checkers on their points 1 to 24 and the bar (25); 0 counts those borne off.
type board [2][26]int

var start = func() (all board) {
	for seat := range all {
		all[seat][24], all[seat][13], all[seat][8], all[seat][6] = 2, 5, 3, 5
	}
	return all
}()

// hop moves one checker by one die, if that is legal.
func (b board) hop(player int64, from, to, die int) (board, bool) {
	own, other := &b[player], &b[1-player]
	if own[from] == 0 || own[25] > 0 && from != 25 {
		return b, false
	}
	if to == 0 {
		highest := 25
		for own[highest] == 0 {
			highest--
		}
		if highest > 6 || die < from || die > from && highest > from {
			return b, false
		}
	} else if to != from-die || other[25-to] > 1 {
		return b, false
	} else if other[25-to] == 1 {
		other[25-to] = 0
		other[25]++
	}
	own[from]--
	own[to]++
	return b, true
}

// most is the largest number of these dice that can be played.
func (b board) most(player int64, dice []int) int {
	best := 0
	for i, die := range dice {
		if i > 0 && die == dice[i-1] {
			continue
		}
		rest := append(append([]int{}, dice[:i]...), dice[i+1:]...)
		for from := 25; from > 0 && best < len(dice); from-- {
			to := from - die
			if to < 0 {
				to = 0
			}
			if after, ok := b.hop(player, from, to, die); ok {
				if number := 1 + after.most(player, rest); number > best {
					best = number
				}
			}
		}
	}
	return best
}

// after tries the dice in each order and returns the board after the hops, and whether they are legal one by one.
func (b board) after(player int64, dice []int, hops []any) (board, bool) {
	if len(hops) == 0 {
		return b, true
	}
	pair := hops[0].([]any)
	for i, die := range dice {
		if moved, ok := b.hop(player, int(pair[0].(int64)), int(pair[1].(int64)), die); ok {
			rest := append(append([]int{}, dice[:i]...), dice[i+1:]...)
			if end, ok := moved.after(player, rest, hops[1:]); ok {
				return end, true
			}
		}
	}
	return b, false
}

// play returns true if the play ended the game, and true if it was legal.
func (b *board) play(player int64, dice [2]int64, hops []any) (ended, legal bool) {
	larger, smaller := int(dice[0]), int(dice[1])
	if smaller > larger {
		larger, smaller = smaller, larger
	}
	numbers := []int{larger, smaller}
	if larger == smaller {
		numbers = []int{larger, larger, larger, larger}
	}
	most := b.most(player, numbers)
	if most == 1 && larger != smaller && b.most(player, []int{larger}) == 1 {
		numbers = []int{larger}
	}
	end, ok := b.after(player, numbers, hops)
	if !ok || len(hops) != most {
		return false, false
	}
	*b = end
	return end[player][0] == 15, true
}

// factor is how many times the cube a game counts that this player wins on this board: 1, 2 or 3.
func (m *match) factor(winner int64) int64 {
	loser := m.board[1-winner]
	if loser[0] > 0 || m.rule("jacoby") && m.cubeOwner < 0 {
		return 1
	}
	for point := 19; point <= 25; point++ {
		if loser[point] > 0 {
			return 3
		}
	}
	return 2
}
