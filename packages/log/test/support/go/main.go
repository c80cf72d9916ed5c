// Program main lets Go's own packages check logs: golang.org/x/mod/sumdb/tlog and golang.org/x/mod/sumdb/note. It reads
// one JSON request for each line of standard input and answers each with one JSON line.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type request struct {
	Do     string
	Size   int64
	Old    int64
	Index  int64
	Note   string
	Text   string
	Vkey   string
	Skey   string
	Root   []byte
	Older  []byte
	Leaf   []byte
	Proof  [][]byte
	Folder string
	Tile   []int64
}

type answer struct {
	Fault string
	Root  []byte
	Proof [][]byte
	Text  string
}

// hashes holds the tree of "entry 0", "entry 1", and so on, in the order of tlog's storage.
var hashes []tlog.Hash
var entries int64

func read(indexes []int64) ([]tlog.Hash, error) {
	var out []tlog.Hash
	for _, index := range indexes {
		if index >= int64(len(hashes)) {
			return nil, errors.New("no such hash")
		}
		out = append(out, hashes[index])
	}
	return out, nil
}

func grow(size int64) error {
	for ; entries < size; entries++ {
		more, err := tlog.StoredHashes(entries, []byte(fmt.Sprintf("entry %d", entries)), tlog.HashReaderFunc(read))
		if err != nil {
			return err
		}
		hashes = append(hashes, more...)
	}
	return nil
}

// tiles reads the tiles of a log from a folder, as tlog-tiles lays them out.
type tiles struct{ folder string }

func (t tiles) Height() int { return 8 }

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var out [][]byte
	for _, tile := range wanted {
		path := "tile/" + strings.TrimPrefix(tile.Path(), "tile/8/")
		data, err := os.ReadFile(filepath.Join(t.folder, filepath.FromSlash(path)))
		if err != nil {
			return nil, err
		}
		out = append(out, data)
	}
	return out, nil
}

func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func hash(bytes []byte) (h tlog.Hash) {
	copy(h[:], bytes)
	return h
}

func list(proof []tlog.Hash) [][]byte {
	out := [][]byte{}
	for _, h := range proof {
		out = append(out, append([]byte(nil), h[:]...))
	}
	return out
}

func unlist(proof [][]byte) (out []tlog.Hash) {
	for _, bytes := range proof {
		out = append(out, hash(bytes))
	}
	return out
}

func do(r request) (a answer, err error) {
	if err = grow(r.Size); err != nil {
		return a, err
	}
	reader := tlog.HashReader(tlog.HashReaderFunc(read))
	if r.Folder != "" {
		reader = tlog.TileHashReader(tlog.Tree{N: r.Size, Hash: hash(r.Root)}, tiles{r.Folder})
	}
	switch r.Do {
	case "root":
		var h tlog.Hash
		h, err = tlog.TreeHash(r.Size, reader)
		a.Root = h[:]
	case "prove-record":
		var p tlog.RecordProof
		p, err = tlog.ProveRecord(r.Size, r.Index, reader)
		a.Proof = list(p)
	case "check-record":
		err = tlog.CheckRecord(unlist(r.Proof), r.Size, hash(r.Root), r.Index, hash(r.Leaf))
	case "prove-tree":
		var p tlog.TreeProof
		p, err = tlog.ProveTree(r.Size, r.Old, reader)
		a.Proof = list(p)
	case "check-tree":
		err = tlog.CheckTree(unlist(r.Proof), r.Size, hash(r.Root), r.Old, hash(r.Older))
	case "open":
		var verifier note.Verifier
		if verifier, err = note.NewVerifier(r.Vkey); err == nil {
			var n *note.Note
			if n, err = note.Open([]byte(r.Note), note.VerifierList(verifier)); err == nil {
				a.Text = n.Text
			}
		}
	case "sign":
		var signer note.Signer
		if signer, err = note.NewSigner(r.Skey); err == nil {
			var bytes []byte
			bytes, err = note.Sign(&note.Note{Text: r.Text}, signer)
			a.Text = string(bytes)
		}
	case "tile-path":
		tile := tlog.Tile{H: 8, L: int(r.Tile[0]), N: r.Tile[1], W: int(r.Tile[2])}
		a.Text = "tile/" + strings.TrimPrefix(tile.Path(), "tile/8/")
	default:
		err = errors.New("unknown request " + r.Do)
	}
	return a, err
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var r request
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(err)
		}
		a, err := do(r)
		if err != nil {
			a.Fault = err.Error()
		}
		out.Encode(a)
	}
}
