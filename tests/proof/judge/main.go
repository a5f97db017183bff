// Reads a signed tree with the packages of Go's own checksum database: the note, the tiles, inclusion and consistency.
//
// Arguments: the folder of the published files, the key, and notes from the oldest to the newest. It proves every record that the
// standard input names, by index and leaf in hex. Exit code 1 and a sentence for what does not hold.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type tiles struct{ folder string }

// Height is that of C2SP's tiles.
func (t tiles) Height() int { return 8 }

// ReadTiles maps Go's names, which say the height, to those of C2SP, which do not.
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range wanted {
		name := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, err := os.ReadFile(filepath.Join(t.folder, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

// SaveTiles keeps nothing.
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func fail(format string, values ...any) {
	fmt.Printf(format+"\n", values...)
	os.Exit(1)
}

// open verifies a note and reads its three lines; Go's own parser wants another first line.
func open(path string, verifier note.Verifier) tlog.Tree {
	text, err := os.ReadFile(path)
	if err != nil {
		fail("no note: %v", err)
	}
	opened, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		fail("note: %v", err)
	}
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	root, bad := base64.StdEncoding.DecodeString(lines[2])
	if lines[0] != verifier.Name() || err != nil || bad != nil || len(root) != tlog.HashSize {
		fail("the note is no checkpoint")
	}
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], root)
	return tree
}

func main() {
	folder, key := os.Args[1], os.Args[2]
	verifier, err := note.NewVerifier(key)
	if err != nil {
		fail("key: %v", err)
	}
	var trees []tlog.Tree
	for _, path := range os.Args[3:] {
		trees = append(trees, open(path, verifier))
	}
	newest := trees[len(trees)-1]
	hashes := tlog.TileHashReader(newest, tiles{folder})
	for _, older := range trees {
		proof, err := tlog.ProveTree(newest.N, older.N, hashes)
		if err == nil {
			err = tlog.CheckTree(proof, newest.N, newest.Hash, older.N, older.Hash)
		}
		if err != nil {
			fail("consistency of %d: %v", older.N, err)
		}
	}
	records, input := 0, bufio.NewScanner(os.Stdin)
	for input.Scan() {
		index, leaf, _ := strings.Cut(input.Text(), " ")
		number, _ := strconv.ParseInt(index, 10, 64)
		var hash tlog.Hash
		data, _ := hex.DecodeString(leaf)
		copy(hash[:], data)
		proof, err := tlog.ProveRecord(newest.N, number, hashes)
		if err == nil {
			err = tlog.CheckRecord(proof, newest.N, newest.Hash, number, hash)
		}
		if err != nil {
			fail("record %d: %v", number, err)
		}
		records++
	}
	fmt.Printf("holds: %d trees, %d records\n", len(trees), records)
}
