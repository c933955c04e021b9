package enumerate_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"enumerate"
)

// TestTheCitationIsValid checks CITATION.cff against the schema of the Citation File Format 1.2.0:
// https://github.com/citation-file-format/citation-file-format/blob/1.2.0/schema.json
func TestTheCitationIsValid(t *testing.T) {
	patterns := map[string]string{
		"cff-version":     `^1\.2\.0$`,
		"message":         `.`,
		"title":           `.`,
		"abstract":        `.`,
		"type":            `^(software|dataset)$`,
		"version":         `^\d+\.\d+\.\d+$`,
		"date-released":   `^\d{4}-\d{2}-\d{2}$`,
		"license":         `^MIT$`,
		"repository-code": `^https://`,
	}
	var citation map[string]any
	if err := yaml.Unmarshal([]byte(enumerate.Citation), &citation); err != nil {
		t.Fatal(err)
	}
	for _, required := range []string{"cff-version", "message", "title", "authors", "version", "date-released", "license"} {
		if citation[required] == nil {
			t.Errorf("%s is missing", required)
		}
	}
	for key, value := range citation {
		switch value := value.(type) {
		case string:
			if pattern := patterns[key]; pattern == "" || !regexp.MustCompile(pattern).MatchString(value) {
				t.Errorf("%s: %q does not match %q", key, value, pattern)
			}
		case time.Time:
			if day := value.Format(time.DateOnly); key != "date-released" || !strings.Contains(enumerate.Citation, key+": "+day+"\n") {
				t.Errorf("%s is the time %v", key, value)
			}
		case []any:
			if len(value) == 0 || !slices.Contains([]string{"authors", "keywords"}, key) {
				t.Errorf("%s is a list of %d", key, len(value))
			}
		default:
			t.Errorf("%s is a %T", key, value)
		}
	}
}

func TestTheRepositoryIsFromTheCitation(t *testing.T) {
	citation := enumerate.Citation
	defer func() { enumerate.Citation = citation }()
	for text, want := range map[string]string{
		"":                   "",
		"title: enumerate\n": "",
		"title: enumerate\nrepository-code: https://example.org/games\nlicense: MIT\n": "https://example.org/games",
		"title: enumerate\nrepository-code: https://example.org/games":                 "https://example.org/games",
	} {
		enumerate.Citation = text
		if got := enumerate.Repository(); got != want {
			t.Errorf("the repository of %q is %q, want %q", text, got, want)
		}
	}
}

func TestChangesBeginWithTheReleaseOfTheCitation(t *testing.T) {
	field := func(name string) string {
		match := regexp.MustCompile(`(?m)^` + name + `: (.+)$`).FindStringSubmatch(enumerate.Citation)
		if match == nil {
			t.Fatalf("CITATION.cff has no %s", name)
		}
		return match[1]
	}
	changes, err := os.ReadFile("docs/changes.md")
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile(`(?m)^## (.+)$`).FindStringSubmatch(string(changes))
	if want := field("version") + ", " + field("date-released"); heading == nil || heading[1] != want {
		t.Errorf("the first heading of docs/changes.md is %q, want %q", heading, want)
	}
}

// TestFormsAndSettingsOfTheRepositoryAreYAML parses the files that only the host of the repository reads.
func TestFormsAndSettingsOfTheRepositoryAreYAML(t *testing.T) {
	forms := []string{"wrong-number", "wrong-verdict", "unread-file"}
	for _, form := range forms {
		text, err := os.ReadFile(".github/ISSUE_TEMPLATE/" + form + ".yml")
		if err != nil {
			t.Fatal(err)
		}
		var parsed struct {
			Name, Description string
			Body              []struct {
				Type       string
				ID         string
				Attributes struct{ Label string }
			}
		}
		if err := yaml.Unmarshal(text, &parsed); err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		if parsed.Name == "" || parsed.Description == "" || len(parsed.Body) == 0 {
			t.Errorf("%s has the name %q, the description %q and %d fields", form, parsed.Name, parsed.Description, len(parsed.Body))
		}
		for _, field := range parsed.Body {
			if field.ID == "" || field.Attributes.Label == "" || !slices.Contains([]string{"input", "textarea"}, field.Type) {
				t.Errorf("%s: a field is %+v", form, field)
			}
		}
	}
	var updates struct {
		Updates []struct {
			Directory   string
			Directories []string
		}
	}
	text, err := os.ReadFile(".github/dependabot.yml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &updates); err != nil {
		t.Fatal(err)
	}
	for _, update := range updates.Updates {
		for _, directory := range append(update.Directories, update.Directory) {
			if _, err := os.Stat("." + directory); err != nil {
				t.Errorf("dependabot.yml: %v", err)
			}
		}
	}
}
