package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Values of JSON: nil, bool, int64, string, []any and object.
type object = map[string]any

const maxInteger = 1<<53 - 1

// parse reads JSON as docs/record-format.md ("Text") allows it.
func parse(text []byte) (any, error) {
	if len(text) > 10_000_000 {
		return nil, errors.New("text-too-large")
	}
	if !utf8.Valid(text) || !json.Valid(text) {
		return nil, errors.New("text-not-json")
	}
	if loneSurrogate(text) {
		return nil, errors.New("text-lone-surrogate")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return (&reader{Decoder: decoder, text: text, spellings: map[string]bool{}}).value(0)
}

// reader counts the things that it reads: names and values, arrays and objects, strings, and spellings of names.
type reader struct {
	*json.Decoder
	text                        []byte
	things, containers, strings int
	spellings                   map[string]bool
}

var errTooLarge = errors.New("text-too-large")

// next reads a name or a value, of which an array or object has only begun.
func (r *reader) next() (json.Token, error) {
	token, err := r.Token()
	if err != nil {
		return nil, errors.New("text-not-json")
	}
	r.things++
	switch token.(type) {
	case json.Delim:
		r.containers++
	case string:
		r.strings++
	}
	if r.things > 700_000 || r.containers > 150_000 || r.strings > 350_000 {
		return nil, errTooLarge
	}
	return token, nil
}

func (r *reader) name() (string, error) {
	before := r.InputOffset()
	token, err := r.next()
	if err != nil {
		return "", err
	}
	r.spellings[string(bytes.TrimLeft(r.text[before:r.InputOffset()], " \t\r\n,"))] = true
	if len(r.spellings) > 1_000 {
		return "", errTooLarge
	}
	return token.(string), nil
}

func (r *reader) value(depth int) (any, error) {
	token, err := r.next()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Number:
		number, err := strconv.ParseInt(token.String(), 10, 64)
		if err != nil || number > maxInteger || number < -maxInteger || strconv.FormatInt(number, 10) != token.String() {
			return nil, errors.New("text-bad-number")
		}
		return number, nil
	case json.Delim:
		if depth == 8 {
			return nil, errors.New("text-too-deep")
		}
		list, members := []any{}, object{}
		for r.More() {
			name := ""
			if token == '{' {
				if name, err = r.name(); err != nil {
					return nil, err
				}
			}
			value, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			if _, twice := members[name]; twice && token == '{' {
				return nil, errors.New("text-duplicate-member")
			}
			list, members[name] = append(list, value), value
		}
		r.Token()
		if token == '{' {
			return members, nil
		}
		return list, nil
	default: // a string, a boolean or nil
		return token, nil
	}
}

var escape = regexp.MustCompile(`\\(?:u([0-9a-fA-F]{4})|.)`)

func loneSurrogate(text []byte) bool {
	high := -1 // where the second half has to begin
	for _, at := range escape.FindAllSubmatchIndex(text, -1) {
		code := uint64(0)
		if at[2] >= 0 {
			code, _ = strconv.ParseUint(string(text[at[2]:at[3]]), 16, 16)
		}
		isLow := code >= 0xdc00 && code < 0xe000
		if isLow != (high == at[0]) {
			return true
		}
		if high >= 0 && high != at[0] {
			return true
		}
		high = -1
		if code >= 0xd800 && code < 0xdc00 {
			high = at[1]
		}
	}
	return high >= 0
}

// canonical writes a value by RFC 8785. All member names of entries and records are ASCII.
func canonical(value any) string {
	switch value := value.(type) {
	case int64:
		return strconv.FormatInt(value, 10)
	case string:
		var out strings.Builder
		out.WriteByte('"')
		for _, char := range value {
			if at := strings.IndexRune("\b\t\n\f\r\"\\", char); at >= 0 {
				out.WriteString(`\` + `btnfr"\`[at:at+1])
			} else if char < 0x20 {
				fmt.Fprintf(&out, `\u%04x`, char)
			} else {
				out.WriteRune(char)
			}
		}
		return out.String() + `"`
	case []any:
		parts := []string{}
		for _, element := range value {
			parts = append(parts, canonical(element))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case object:
		parts := []string{}
		for name := range value {
			parts = append(parts, name)
		}
		sort.Strings(parts)
		for i, name := range parts {
			parts[i] = canonical(name) + ":" + canonical(value[name])
		}
		return "{" + strings.Join(parts, ",") + "}"
	case nil:
		return "null"
	default:
		return fmt.Sprint(value)
	}
}

// tagged is what is hashed and signed: a tag, a line feed and canonical JSON.
func tagged(tag string, value any) []byte { return []byte(tag + "\n" + canonical(value)) }

func hash(tag string, value any) string {
	sum := sha256.Sum256(tagged(tag, value))
	return hex.EncodeToString(sum[:])
}

// without copies an object and leaves out members.
func without(value object, names ...string) object {
	copied := object{}
	for name, member := range value {
		copied[name] = member
	}
	for _, name := range names {
		delete(copied, name)
	}
	return copied
}

func pick(value object, names ...string) object {
	picked := object{}
	for _, name := range names {
		picked[name] = value[name]
	}
	return picked
}

func unhex(text any) []byte {
	raw, _ := hex.DecodeString(text.(string))
	return raw
}

// signed says whether the Ed25519 signature is right. Go decides by the equation of RFC 8032 without the cofactor,
// with S below the group order; the key has to be good as well.
func signed(key any, message []byte, sig any) bool {
	return goodKey(key) && ed25519.Verify(unhex(key), message, unhex(sig))
}

var (
	fieldPrime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	curveD, _  = new(big.Int).SetString("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3", 16)
	// The y of the points of order 8, in hex with the most significant digit first.
	orderEight = map[string]bool{
		"5fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826":  true,
		"7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7": true,
	}
)

// goodKey: 32 bytes that encode a point of the curve with y < p that is not of small order.
func goodKey(key any) bool {
	raw := unhex(key)
	if len(raw) != 32 {
		return false
	}
	for i := 0; i < 16; i++ {
		raw[i], raw[31-i] = raw[31-i], raw[i]
	}
	raw[0] &= 0x7f
	y, one := new(big.Int).SetBytes(raw), big.NewInt(1)
	if y.Cmp(fieldPrime) >= 0 || y.Cmp(one) <= 0 || new(big.Int).Add(y, one).Cmp(fieldPrime) == 0 || orderEight[y.Text(16)] {
		return false
	}
	// x² = (y² − 1) / (d·y² + 1) has a root. A product has one where the quotient has.
	square := new(big.Int).Mul(y, y)
	below := new(big.Int).Add(new(big.Int).Mul(curveD, square), one)
	product := below.Mul(below, square.Sub(square, one))
	return big.Jacobi(product.Mod(product, fieldPrime), fieldPrime) == 1
}

// A form says whether a value has it.
type form func(value any) bool

func integer(least, most int64) form {
	return func(value any) bool {
		number, ok := value.(int64)
		return ok && number >= least && number <= most
	}
}

func pattern(expression string) form {
	compiled := regexp.MustCompile(`\A(?:` + expression + `)\z`)
	return func(value any) bool {
		text, ok := value.(string)
		return ok && compiled.MatchString(text)
	}
}

func hexOf(bytes int) form { return pattern(fmt.Sprintf("[0-9a-f]{%d}", 2*bytes)) }

func oneOf(values ...any) form {
	return func(value any) bool {
		for _, allowed := range values {
			if value == allowed {
				return true
			}
		}
		return false
	}
}

func nullOr(inner form) form { return func(value any) bool { return value == nil || inner(value) } }

func list(least, most int, inner form) form {
	return func(value any) bool {
		elements, ok := value.([]any)
		for _, element := range elements {
			ok = ok && inner(element)
		}
		return ok && len(elements) >= least && len(elements) <= most
	}
}

// members demands exactly these members; the names in optional may be absent.
func members(forms map[string]form, optional ...string) form {
	return func(value any) bool {
		given, ok := value.(object)
		if !ok {
			return false
		}
		present := 0
		for name, inner := range forms {
			member, has := given[name]
			if has && inner(member) {
				present++
			} else if has || !contains(optional, name) {
				return false
			}
		}
		return present == len(given)
	}
}

func contains(names []string, name string) bool {
	for _, other := range names {
		if other == name {
			return true
		}
	}
	return false
}

var (
	boolean   = oneOf(true, false)
	moment    = integer(0, maxInteger)
	seat      = oneOf(int64(0), int64(1))
	key32     = hexOf(32)
	matchID   = pattern("[A-Za-z0-9_-]{14,64}")
	endReason = oneOf("points", "resign", "time", "abandonment")
	outcome   = members(map[string]form{"winner": seat, "score": list(2, 2, moment), "reason": endReason})
)

func fromBase64(text string) []byte {
	raw, _ := base64.StdEncoding.DecodeString(text)
	return raw
}
