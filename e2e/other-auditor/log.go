package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A lie ends the run: the log does not serve what it has signed.
type lie struct{ name, text string }

func (l lie) Error() string { return l.name + ": " + l.text }

type checkpoint struct {
	Note string
	size int64
	root tlog.Hash
}

type service struct {
	base   string
	client http.Client
}

// get reads a path of the service. It waits where the service limits requests.
func (s *service) get(path string) (int, []byte, error) {
	for tries := 1; ; tries++ {
		response, err := s.client.Get(s.base + path)
		if err != nil {
			return 0, nil, err
		}
		body, err := io.ReadAll(io.LimitReader(response.Body, 32<<20))
		response.Body.Close()
		if err != nil || response.StatusCode != 429 && (response.StatusCode < 500 || tries == 5) {
			return response.StatusCode, body, err
		}
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 10
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}

// file reads a path that has to exist.
func (s *service) file(path string) ([]byte, error) {
	status, body, err := s.get(path)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s answers %d", path, status)
	}
	return body, err
}

// openCheckpoint reads a signed note: three lines, signed by the log. Other signatures are those of witnesses.
func openCheckpoint(text string, verifier note.Verifier) (checkpoint, error) {
	opened, err := note.Open([]byte(text), note.VerifierList(verifier))
	var wrong *note.InvalidSignatureError
	var unsigned *note.UnverifiedNoteError
	switch {
	case errors.As(err, &wrong):
		return checkpoint{}, lie{"bad-signature", err.Error()}
	case errors.As(err, &unsigned):
		return checkpoint{}, lie{"unknown-signers", "the log has not signed the note"}
	case err != nil:
		return checkpoint{}, lie{"note-form", err.Error()}
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 {
		return checkpoint{}, lie{"checkpoint-form", opened.Text}
	}
	if lines[0] != verifier.Name() {
		return checkpoint{}, lie{"wrong-origin", lines[0]}
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	root, err2 := base64.StdEncoding.Strict().DecodeString(lines[2])
	if err != nil || err2 != nil || size < 0 || strconv.FormatInt(size, 10) != lines[1] || len(root) != tlog.HashSize {
		return checkpoint{}, lie{"checkpoint-form", opened.Text}
	}
	head := checkpoint{Note: text, size: size}
	copy(head.root[:], root)
	return head, nil
}

// rootOf is the hash of RFC 6962, section 2.1, of leaves that are hashed already.
func rootOf(leaves []tlog.Hash) tlog.Hash {
	switch len(leaves) {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return leaves[0]
	}
	left := 1
	for 2*left < len(leaves) {
		left *= 2
	}
	return tlog.NodeHash(rootOf(leaves[:left]), rootOf(leaves[left:]))
}

// tilePath writes /log/tile/<level>/<N>[.p/<W>] of tile index of a level with so many hashes.
func tilePath(level string, index, count int64) (path string, width int64) {
	number := fmt.Sprintf("%03d", index%1000)
	for rest := index / 1000; rest > 0; rest /= 1000 {
		number = fmt.Sprintf("x%03d/%s", rest%1000, number)
	}
	path, width = "/log/tile/"+level+"/"+number, count-256*index
	if width < 256 {
		return fmt.Sprintf("%s.p/%d", path, width), width
	}
	return path, 256
}

// readTiles reads all tiles of a tree. It returns the hashes of its leaves, if each tile follows from the one below.
func (s *service) readTiles(size int64) ([]tlog.Hash, error) {
	var leaves, below []tlog.Hash
	for level, count := 0, size; count > 0; level, count = level+1, count>>8 {
		var hashes []tlog.Hash
		for index := int64(0); 256*index < count; index++ {
			path, width := tilePath(strconv.Itoa(level), index, count)
			body, err := s.file(path)
			if err != nil {
				return nil, err
			}
			if int64(len(body)) != width*tlog.HashSize {
				return nil, lie{"tile-length", fmt.Sprintf("%s has %d bytes", path, len(body))}
			}
			for ; len(body) > 0; body = body[tlog.HashSize:] {
				var hash tlog.Hash
				copy(hash[:], body)
				at := len(hashes)
				if level > 0 && rootOf(below[256*at:256*at+256]) != hash {
					return nil, lie{"wrong-tile", fmt.Sprintf("hash %d of level %d, or a tile below it", at, level)}
				}
				hashes = append(hashes, hash)
			}
		}
		if level == 0 {
			leaves = hashes
		}
		below = hashes
	}
	return leaves, nil
}

// readEntries reads all bundles of a tree.
func (s *service) readEntries(size int64) ([][]byte, error) {
	var entries [][]byte
	for index := int64(0); 256*index < size; index++ {
		path, width := tilePath("entries", index, size)
		body, err := s.file(path)
		if err != nil {
			return nil, err
		}
		for ; width > 0; width-- {
			if len(body) < 2 || len(body) < 2+int(binary.BigEndian.Uint16(body)) {
				return nil, lie{"bundle-form", path}
			}
			end := 2 + int(binary.BigEndian.Uint16(body))
			entries, body = append(entries, body[2:end]), body[end:]
		}
		if len(body) > 0 {
			return nil, lie{"bundle-form", path}
		}
	}
	return entries, nil
}

// readTree reads a whole tree and proves that it is the one that the checkpoint signs.
func (s *service) readTree(head checkpoint) ([]tlog.Hash, [][]byte, error) {
	leaves, err := s.readTiles(head.size)
	if err != nil {
		return nil, nil, err
	}
	entries, err := s.readEntries(head.size)
	if err != nil {
		return nil, nil, err
	}
	hashed := make([]tlog.Hash, len(entries))
	for i, entry := range entries {
		hashed[i] = tlog.RecordHash(entry)
	}
	tilesFit := rootOf(leaves) == head.root
	if !tilesFit && rootOf(hashed) == head.root {
		return nil, nil, lie{"wrong-tile", "the entries make the root and the tiles of level 0 do not"}
	}
	for i := range hashed {
		if hashed[i] != leaves[i] {
			return nil, nil, lie{"wrong-entry", fmt.Sprintf("entry %d", i)}
		}
	}
	if !tilesFit {
		return nil, nil, lie{"wrong-root", "entries and tiles make another root than the signed one"}
	}
	return leaves, entries, nil
}

// compare judges a checkpoint by an earlier one and the leaves of the newer tree.
func (s *service) compare(kept, head checkpoint, leaves []tlog.Hash) error {
	notes := "\n" + kept.Note + "\n" + head.Note
	if head.size >= kept.size {
		if rootOf(leaves[:kept.size]) != kept.root {
			return lie{"contradiction", "no tree connects these two notes:" + notes}
		}
		return nil
	}
	// The tiles of the larger tree say whether the smaller one is its beginning, if the service still shows them.
	larger, err := s.readTiles(kept.size)
	if err == nil && rootOf(larger) == kept.root && rootOf(larger[:head.size]) != head.root {
		return lie{"contradiction", "no tree connects these two notes:" + notes}
	}
	return lie{"rolled-back", fmt.Sprintf("%d entries, and %d were signed before:%s", head.size, kept.size, notes)}
}

// verifierKey reads the line of /log/vkey.
func (s *service) verifierKey() (string, error) {
	status, body, err := s.get("/log/vkey")
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("the service has no log: /log/vkey answers %d", status)
	}
	return string(bytes.TrimSuffix(body, []byte("\n"))), err
}
