package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// recipe says how to make a vector that would be too large a file, as in docs/record-format.md ("Test vectors").
type recipe struct {
	Base, After, Text string
	Times, Before     int
	Events            []map[string]any
	FinalHash         string
}

func (r recipe) follow(base []byte) ([]byte, error) {
	if r.FinalHash == "" {
		end := bytes.Index(base, []byte(r.After)) + len(r.After)
		return bytes.Join([][]byte{base[:end], bytes.Repeat([]byte(r.Text), r.Times), base[end:]}, nil), nil
	}
	value, err := parse(base)
	if err != nil {
		return nil, err
	}
	record := value.(object)
	events := record["events"].([]any)
	made, rest := append([]any{}, events[:r.Before]...), events[r.Before:]
	prev := rest[0].(object)["prev"].(string)
	add := func(event object) {
		signed := without(event, "sig", "at")
		signed["n"], signed["prev"] = int64(len(made)), prev
		whole := without(signed)
		whole["at"], whole["sig"] = event["at"], vectorSignature(event["p"], tagged("bg-event/1", signed))
		made, prev = append(made, whole), hash("bg-hash/1", whole)
	}
	for i := 0; i < r.Times; i++ {
		for _, event := range r.Events {
			add(integers(event))
		}
	}
	for _, event := range rest {
		add(event.(object))
	}
	if prev != r.FinalHash {
		return nil, fmt.Errorf("%s: the recipe gives %s, expected %s", r.Base, prev, r.FinalHash)
	}
	record["events"], record["finalHash"] = made, prev
	closing := pick(record, "finalHash", "result")
	closing["id"] = record["header"].(object)["id"]
	record["sig"] = vectorSignature(nil, tagged("bg-final/1", closing))
	return []byte(canonical(record)), nil
}

// integers makes integers of the numbers that the index has.
func integers(event map[string]any) object {
	made := object{}
	for name, value := range event {
		if number, ok := value.(float64); ok {
			value = int64(number)
		}
		made[name] = value
	}
	return made
}

// vectorSignature signs with the published key of a party: the seed is the hash of a sentence.
func vectorSignature(party any, message []byte) string {
	name := "server"
	if seat, ok := party.(int64); ok {
		name = fmt.Sprintf("player %d", seat)
	}
	seed := sha256.Sum256([]byte("bg-record vectors: " + name))
	return hex.EncodeToString(ed25519.Sign(ed25519.NewKeyFromSeed(seed[:]), message))
}
