// Command other-auditor audits the public log of an Anchor service. It is a second auditor, whose first version was
// written from docs/log.md, docs/record-format.md, docs/ratings.md and docs/openapi.json, without the code of the service
// or of bg-record. It tests that these pages are enough, and shows authors of other auditors one way to do it.
//
//	cd e2e/other-auditor
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o other-auditor .
//	./other-auditor -state state.json https://example.org
//	./other-auditor -vectors ../../vectors/records
//
// It needs Go 1.19 and golang.org/x/mod/sumdb (Debian: golang-go, golang-golang-x-mod-dev). It exits with 0 if it found
// no difference, with 1 if it found one, with 2 if it could not audit, and with 3 if the log signed two trees that do
// not fit together. Each difference is a line on standard output that begins with its name in docs/log.md.
//
// main.go judges entries and lists, log.go reads the log, record.go verifies records, ratings.go computes ratings, and
// text.go has JSON, keys and forms. It leaves out: reports of analyses, the clock and notes of records, the bounds on
// the number of things in a text, cosignatures of witnesses, the rating columns of the match index, and records of
// bg-record/1, which was never published; a log with such records is compared without dice and missing leaders.
package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type auditor struct {
	service
	origin, vkey string
	head         checkpoint
	leaves       []tlog.Hash
	done         int // entries that were judged
	differences  int
	isRolledBack bool
	named        map[string]bool // server keys that named the key of this log
	links        [][2]string     // server keys and their successors
	used         map[string]bool // servers of matches and of ended logs
	matches      map[string]object
	aborted      map[string]bool
	formerLogs   map[string]bool // keys of logs that have ended, in hex
	players      map[string]*standing
	newestEnd    int64
	faces        [7]int64 // how many dice showed each face
	records      int
	skipped      int // records of an older format
}

func (a *auditor) report(name, format string, values ...any) {
	a.differences++
	fmt.Printf("%s: %s\n", name, fmt.Sprintf(format, values...))
}

func (a *auditor) player(key string) *standing {
	if a.players[key] == nil {
		a.players[key] = newcomer()
	}
	return a.players[key]
}

var (
	rating6      = decimal(`-?(0|[1-9][0-9]{0,11})\.[0-9]{6}`)
	rating12     = decimal(`-?(0|[1-9][0-9]{0,11})\.[0-9]{12}`)
	standingForm = members(map[string]form{"rating": rating6, "rd": rating6, "volatility": rating12})
	origin, vkey = ascii(1000), ascii(2000)
	common       = map[string]form{
		"type": func(any) bool { return true }, "id": matchID, "format": ascii(40), "server": key32,
		"created": moment, "length": integer(0, 25), "rated": boolean, "players": list(2, 2, key32), "ended": moment,
	}
	entryForms = map[string]map[string]form{
		"match": {
			"result": outcome, "finalHash": key32, "imported": boolean,
			"ratings": nullOr(list(2, 2, members(map[string]form{"before": standingForm, "after": standingForm}))),
		},
		"aborted":    {"events": integer(1, maxInteger), "head": key32, "blamed": nullOr(key32)},
		"analysis":   {"match": matchID, "engine": ascii(64), "ply": integer(0, 100), "report": key32, "worker": nullOr(key32), "at": moment},
		"server-key": {"previous": key32, "next": key32, "sig": hexOf(64)},
		"log-end": {
			"origin": origin, "key": vkey, "size": moment, "root": key32, "at": moment, "server": key32, "sig": hexOf(64),
		},
		"log-key": {"origin": origin, "key": vkey, "server": key32, "sig": hexOf(64)},
	}
)

// ascii is a text of so many visible characters.
func ascii(most int) form {
	inner := pattern(`[!-~]+`)
	return func(value any) bool { return inner(value) && len(value.(string)) <= most }
}

// decimal is a number without a negative zero.
func decimal(expression string) form {
	inner := pattern(expression)
	return func(value any) bool { return inner(value) && strings.Trim(value.(string), "0.") != "-" }
}

// catchUp reads the newest checkpoint with its tree, and judges the entries that are new.
func (a *auditor) catchUp(verifier note.Verifier, kept *checkpoint) error {
	text, err := a.file("/log/checkpoint")
	if err != nil {
		return err
	}
	head, err := openCheckpoint(string(text), verifier)
	if err != nil {
		return err
	}
	if kept != nil && head.size < kept.size {
		found := a.compare(*kept, head, nil)
		if found.(lie).name != "rolled-back" {
			return found
		}
		// It goes on with the tree that was signed before, if the service still shows that.
		leaves, entries, err := a.readTree(*kept)
		if err != nil {
			return found
		}
		if !a.isRolledBack {
			a.report("rolled-back", "%s", found.(lie).text)
		}
		a.isRolledBack = true
		return a.judgeAll(*kept, leaves, entries)
	}
	leaves, entries, err := a.readTree(head)
	if err != nil {
		return err
	}
	if kept != nil {
		if err := a.compare(*kept, head, leaves); err != nil {
			return err
		}
	}
	return a.judgeAll(head, leaves, entries)
}

// judgeAll checks the entries that were not checked before.
func (a *auditor) judgeAll(head checkpoint, leaves []tlog.Hash, entries [][]byte) error {
	a.head, a.leaves = head, leaves
	for ; a.done < len(entries); a.done++ {
		if err := a.judge(a.done, entries[a.done]); err != nil {
			return err
		}
	}
	return nil
}

// judge checks one entry.
func (a *auditor) judge(index int, text []byte) error {
	value, err := parse(text)
	entry, ok := value.(object)
	if err != nil || !ok {
		a.report("entry-form", "entry %d is no object of JSON", index)
		return nil
	}
	kind, _ := entry["type"].(string)
	own, known := entryForms[kind]
	if !known {
		a.report("entry-type", "entry %d has type %q", index, kind)
		return nil
	}
	forms := map[string]form{"type": oneOf(kind)}
	if kind == "match" || kind == "aborted" {
		for name, inner := range common {
			forms[name] = inner
		}
	}
	for name, inner := range own {
		forms[name] = inner
	}
	if !members(forms)(entry) {
		a.report("entry-form", "entry %d: %s", index, text)
		return nil
	}
	if canonical(entry) != string(text) {
		a.report("entry-not-canonical", "entry %d: %s", index, text)
	}
	if index == 0 && kind != "log-key" {
		a.report("wrong-log-key", "entry 0 has type %s", kind)
	}
	switch kind {
	case "match", "aborted":
		id := entry["id"].(string)
		if a.matches[id] != nil || a.aborted[id] {
			a.report("entry-twice", "match %s", id)
			return nil
		}
		a.used[entry["server"].(string)] = true
		if kind == "aborted" {
			a.aborted[id] = true
			return nil
		}
		a.matches[id] = entry
		return a.judgeMatch(entry)
	case "analysis":
		if a.matches[entry["match"].(string)] == nil {
			a.report("analysis-without-match", "match %s", entry["match"])
		}
	case "server-key":
		statement := tagged("bg-server-key/1", pick(entry, "next", "previous"))
		previous, next := entry["previous"].(string), entry["next"].(string)
		if previous == next || !goodKey(next) || !signed(previous, statement, entry["sig"]) {
			a.report("bad-succession", "entry %d", index)
			return nil
		}
		a.links = append(a.links, [2]string{previous, next})
	case "log-key":
		statement := tagged("bg-log-key/1", pick(entry, "key", "origin", "server"))
		server := entry["server"].(string)
		if entry["origin"] != a.origin || entry["key"] != a.vkey || !signed(server, statement, entry["sig"]) {
			a.report("wrong-log-key", "entry %d", index)
			return nil
		}
		a.named[server] = true
	case "log-end":
		statement := tagged("bg-log-end/1", pick(entry, "at", "key", "origin", "root", "server", "size"))
		former, err := note.NewVerifier(entry["key"].(string))
		if err != nil || former.Name() != entry["origin"] || entry["origin"] == a.origin ||
			!signed(entry["server"], statement, entry["sig"]) {
			a.report("wrong-log-end", "entry %d", index)
			return nil
		}
		a.used[entry["server"].(string)] = true
		a.formerLogs[keyOf(entry["key"].(string))] = true
	}
	return nil
}

// keyOf is the key in a verifier key, in hex.
func keyOf(vkey string) string {
	return hex.EncodeToString(fromBase64(vkey[strings.LastIndexByte(vkey, '+')+1:])[1:])
}

func (a *auditor) judgeMatch(entry object) error {
	id, ended := entry["id"].(string), entry["ended"].(int64)
	keys := [2]string{entry["players"].([]any)[0].(string), entry["players"].([]any)[1].(string)}
	const minute = 60_000
	if ended > time.Now().UnixMilli()+10*minute {
		a.report("post-dated", "match %s ended at %d", id, ended)
	}
	imported := entry["imported"] == true
	if !imported && ended < a.newestEnd-day {
		a.report("late-entry", "match %s ended at %d, and an earlier entry at %d", id, ended, a.newestEnd)
	}
	if !imported && ended > a.newestEnd {
		a.newestEnd = ended
	}
	winner := entry["result"].(object)["winner"].(int64)
	for seat, key := range keys {
		player := a.player(key)
		if !imported && ended < player.lastEnded-10*minute {
			a.report("back-dated", "match %s ended at %d, an earlier one of player %s at %d", id, ended, key, player.lastEnded)
		}
		if ended > player.lastEnded {
			player.lastEnded = ended
		}
		won := winner == int64(seat)
		player.all.add(won)
		if entry["rated"] == true {
			player.rated.add(won)
		}
		player.matches = append(player.matches, id)
	}
	if entry["rated"] != (entry["ratings"] != nil) {
		a.report("rating-changed", "match %s: rated is %v, and it has ratings or none", id, entry["rated"])
	} else if entry["rated"] == true {
		a.replay(entry, keys)
	}
	return a.judgeRecord(entry, id, keys)
}

func (a *auditor) judgeRecord(entry object, id string, keys [2]string) error {
	status, text, err := a.get("/records/" + id + ".json")
	if err != nil {
		return err
	}
	if status != 200 {
		a.report("record-missing", "match %s: status %d", id, status)
		return nil
	}
	if entry["format"] != "bg-record/2" {
		a.skipped++
		return nil
	}
	m, record, refused := verifyRecord(text)
	if refused != nil {
		a.report("record-invalid", "match %s: %s at event %d", id, refused.code, refused.event)
		return nil
	}
	expected := pick(m.header, "id", "format", "server", "created", "length", "rated")
	players := m.header["players"].([]any)
	expected["players"] = []any{players[0].(object)["pub"], players[1].(object)["pub"]}
	expected["ended"], expected["result"], expected["finalHash"] = m.lastAt, record["result"], record["finalHash"]
	for name, value := range expected {
		if canonical(entry[name]) != canonical(value) {
			a.report("entry-differs", "match %s: %s is %s, in the record %s", id, name, canonical(entry[name]), canonical(value))
		}
	}
	for seat, key := range keys {
		a.player(key).bot = players[seat].(object)["bot"] == true
	}
	a.records++
	for face, number := range m.faces {
		a.faces[face] += number
	}
	if log, has := m.header["log"].(object); has && (log["origin"] != a.origin || log["key"] != keyOf(a.vkey)) {
		if !a.formerLogs[log["key"].(string)] {
			a.report("other-log", "match %s names %s", id, log["origin"])
		}
		return nil
	}
	for _, view := range m.views {
		size := view["size"].(int64)
		if size > a.head.size {
			a.report("view-differs", "match %s has a signed view of %d entries, the log has %d", id, size, a.head.size)
		} else if root := rootOf(a.leaves[:size]); hex.EncodeToString(root[:]) != view["root"] {
			a.report("view-differs", "match %s has a signed view of %d entries with another root", id, size)
		}
	}
	return nil
}

type listFault struct{ name, text string }

// compareLists compares the leaderboard, the players and the dice with the entries.
func (a *auditor) compareLists() (faults []listFault, err error) {
	add := func(name, format string, values ...any) {
		faults = append(faults, listFault{name, fmt.Sprintf(format, values...)})
	}
	read := func(path string, into any) (from, to int64) {
		from = time.Now().UnixMilli()
		body, failed := a.file(path)
		if failed == nil {
			failed = json.Unmarshal(body, into)
		}
		if failed != nil && err == nil {
			err = failed
		}
		return from, time.Now().UnixMilli()
	}
	for key, player := range a.players {
		var card object
		from, to := read("/api/player/"+key, &card)
		if err != nil {
			return nil, err
		}
		if text := player.listed(card, player.all, from, to); text != "" {
			add("player-differs", "player %s: %s", key, text)
		}
		page, _ := card["matches"].([]any)
		rows := page
		for most := 25; len(page) >= most; most = 100 { // a card has 25 matches, and each further page 100
			before := page[len(page)-1].(object)["id"]
			page = nil
			read(fmt.Sprintf("/api/player/%s/matches?before=%v", key, before), &page)
			rows = append(rows, page...)
		}
		shown := map[string]bool{}
		for _, row := range rows {
			a.compareRow(row.(object), add)
			shown[fmt.Sprint(row.(object)["id"])] = true
		}
		for _, id := range player.matches {
			if !shown[id] {
				add("player-differs", "player %s: match %s is missing", key, id)
			}
		}
	}
	var ids []string
	read("/api/records", &ids)
	for _, id := range ids {
		if a.matches[id] == nil {
			add("match-without-entry", "match %s", id)
		}
	}
	var newest []object
	read("/api/matches", &newest)
	for _, row := range newest {
		a.compareRow(row, add)
	}
	a.compareLeaderboard(read, add)
	var dice struct {
		Rolls  int64
		Counts map[string]int64
	}
	read("/api/fairness", &dice)
	if a.skipped > 0 {
		return faults, err
	}
	number := int64(0)
	for face := 1; face <= 6; face++ {
		number += a.faces[face]
		if dice.Counts[fmt.Sprint(face)] != a.faces[face] {
			add("dice-differ", "face %d: %d times, counted %d", face, dice.Counts[fmt.Sprint(face)], a.faces[face])
		}
	}
	if dice.Rolls != number {
		add("dice-differ", "%d dice, counted %d", dice.Rolls, number)
	}
	return faults, err
}

// compareRow compares a row of the match index with its entry, without the names and ratings.
func (a *auditor) compareRow(row object, add func(name, format string, values ...any)) {
	id := fmt.Sprint(row["id"])
	entry := a.matches[id]
	if entry == nil {
		add("match-without-entry", "match %s", id)
		return
	}
	players, result := entry["players"].([]any), entry["result"].(object)
	score := result["score"].([]any)
	for name, value := range map[string]any{
		"created": entry["created"], "length": entry["length"], "rated": entry["rated"], "final_hash": entry["finalHash"],
		"p0": players[0], "p1": players[1], "score0": score[0], "score1": score[1],
		"winner": result["winner"], "reason": result["reason"],
	} {
		shown := row[name]
		if number, is := shown.(float64); is {
			shown = int64(number)
		}
		if shown != value {
			add("row-differs", "match %s: %s is %v, in the entry %v", id, name, shown, value)
		}
	}
}

func (a *auditor) compareLeaderboard(read func(string, any) (int64, int64), add func(name, format string, values ...any)) {
	const limit = 200
	var board struct{ Players []object }
	from, to := read(fmt.Sprintf("/api/leaderboard?minGames=1&limit=%d", limit), &board)
	missing := map[string]*standing{}
	for key, player := range a.players {
		if player.rated.games > 0 && !player.bot {
			missing[key[:16]] = player
		}
	}
	number := func(row object, name string) float64 { value, _ := row[name].(float64); return value }
	for at, row := range board.Players {
		digits := fmt.Sprint(row["pub"])
		player := missing[digits]
		if player == nil {
			add("leaderboard-row", "%s has no rated match, is a bot, or stands twice", digits)
			continue
		}
		delete(missing, digits)
		if text := player.listed(row, player.rated, from, to); text != "" {
			add("leaderboard-row", "%s: %s", digits, text)
		}
		if at > 0 && ordered(board.Players[at-1], row, number) > 0 {
			add("leaderboard-order", "%s stands behind %v", digits, board.Players[at-1]["pub"])
		}
	}
	for digits, player := range missing {
		if a.skipped > 0 { // a player of these records may be a bot
			break
		}
		lowest := math.Inf(-1)
		if len(board.Players) == limit {
			lowest = number(board.Players[limit-1], "conservative")
		}
		if player.rating-2*player.shownRd(to) > lowest+0.01 {
			add("leaderboard-row", "%s is missing", digits)
		}
	}
}

// ordered is positive if a row belongs behind the next one.
func ordered(row, next object, number func(object, string) float64) float64 {
	for _, name := range []string{"conservative", "rating", "games"} {
		if difference := number(next, name) - number(row, name); difference != 0 {
			return difference
		}
	}
	return float64(strings.Compare(fmt.Sprint(row["pub"]), fmt.Sprint(next["pub"])))
}

// judgeServers finds server keys that no statement connects to the expected one, or to those that named the log.
func (a *auditor) judgeServers(expected string) {
	own := a.named
	if expected != "" {
		own = map[string]bool{expected: true}
	}
	for range a.links {
		for _, link := range a.links {
			if own[link[0]] || own[link[1]] {
				own[link[0]], own[link[1]] = true, true
			}
		}
	}
	for _, keys := range []map[string]bool{a.named, a.used} {
		for server := range keys {
			if !own[server] {
				a.report("unknown-server", "no statement connects server key %s to the log", server)
			}
		}
	}
}

type state struct{ Vkey, Note string }

func (a *auditor) run(statePath, serverKey string, settle time.Duration) error {
	var kept *checkpoint
	var saved state
	vkey, err := a.verifierKey()
	if err != nil {
		return err
	}
	if text, err := os.ReadFile(statePath); err == nil {
		if err := json.Unmarshal(text, &saved); err != nil {
			return fmt.Errorf("%s: %w", statePath, err)
		}
		if saved.Vkey != vkey {
			return lie{"wrong-log-key", fmt.Sprintf("the service shows the log %s, the state is of %s", vkey, saved.Vkey)}
		}
	}
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return lie{"wrong-log-key", err.Error()}
	}
	if saved.Note != "" {
		old, err := openCheckpoint(saved.Note, verifier)
		if err != nil {
			return fmt.Errorf("%s: %w", statePath, err)
		}
		kept = &old
	}
	a.origin, a.vkey = verifier.Name(), vkey
	// A match that has just ended reaches lists and log at different moments, so lists that differ are compared three
	// times, and again while the log grows.
	var faults []listFault
	for look, size := 1, int64(-1); ; look++ {
		if err := a.catchUp(verifier, kept); err != nil {
			return err
		}
		kept = &a.head
		if faults, err = a.compareLists(); err != nil {
			return err
		}
		if len(faults) == 0 || look >= 3 && a.head.size == size || look == 9 {
			break
		}
		size = a.head.size
		time.Sleep(settle)
	}
	sort.Slice(faults, func(i, j int) bool { return faults[i].name+faults[i].text < faults[j].name+faults[j].text })
	for i, fault := range faults {
		if i == 0 || fault != faults[i-1] {
			a.report(fault.name, "%s", fault.text)
		}
	}
	a.judgeServers(serverKey)
	if statePath == "" {
		return nil
	}
	text, err := json.Marshal(state{vkey, a.head.Note})
	if err == nil {
		err = os.WriteFile(statePath, append(text, '\n'), 0o666)
	}
	return err
}

func main() {
	statePath := flag.String("state", "", "file that keeps the newest checkpoint for the next run")
	serverKey := flag.String("server-key", "", "key of the server, in hex, as known from elsewhere")
	vectors := flag.String("vectors", "", "folder with index.json: judge these records instead of a service")
	settle := flag.Duration("settle", 5*time.Second, "time between two looks at lists that differ")
	flag.Parse()
	if *vectors != "" {
		os.Exit(judgeVectors(*vectors))
	}
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: other-auditor [-state FILE] [-server-key KEY] URL")
		os.Exit(2)
	}
	a := &auditor{
		service: service{base: strings.TrimSuffix(flag.Arg(0), "/")},
		named:   map[string]bool{}, used: map[string]bool{}, matches: map[string]object{}, aborted: map[string]bool{},
		formerLogs: map[string]bool{}, players: map[string]*standing{},
	}
	a.client.Timeout = 30 * time.Second
	err := a.run(*statePath, *serverKey, *settle)
	var found lie
	if errors.As(err, &found) {
		a.report(found.name, "%s", found.text)
		if found.name == "contradiction" {
			os.Exit(3)
		}
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "could not audit:", err)
		os.Exit(2)
	}
	fmt.Printf("%s: %d entries, %d matches, %d records verified, %d players, %d differences\n",
		a.origin, a.done, len(a.matches), a.records, len(a.players), a.differences)
	if a.differences > 0 {
		os.Exit(1)
	}
}

// judgeVectors compares the verifier of records with test vectors. A text with several faults may be refused by
// another code.
func judgeVectors(folder string) int {
	var rows []struct {
		File, Code, ServerKey string
		OK                    bool
		Event                 *int
		Recipe                *recipe
	}
	text, err := os.ReadFile(filepath.Join(folder, "index.json"))
	if err == nil {
		err = json.Unmarshal(text, &rows)
	}
	wrong := 0
	for _, row := range rows {
		file := row.File
		if row.Recipe != nil {
			file = row.Recipe.Base
		}
		text, failed := os.ReadFile(filepath.Join(folder, file))
		if failed == nil && row.Recipe != nil {
			text, failed = row.Recipe.follow(text)
		}
		if failed != nil {
			err = failed
			break
		}
		code, event := "", -1
		if m, _, refused := verifyRecord(text); refused != nil {
			code, event = refused.code, refused.event
		} else if row.ServerKey != "" && m.header["server"] != row.ServerKey {
			code = "wrong-server"
		}
		expected := -1
		if row.Event != nil {
			expected = *row.Event
		}
		severalFaults := strings.HasPrefix(row.File, "invalid/text-first-") && strings.HasPrefix(code, "text-")
		if row.OK != (code == "") || !severalFaults && (code != row.Code || event != expected) {
			wrong++
			fmt.Printf("%s: %q at event %d, expected %q at %d\n", row.File, code, event, row.Code, expected)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	fmt.Printf("%d records, %d judged wrongly\n", len(rows), wrong)
	if wrong > 0 || len(rows) == 0 {
		return 1
	}
	return 0
}
