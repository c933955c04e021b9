// Package validate checks that an API server of Kubernetes 1.34 accepts the manifests: it decodes them strictly, and
// validates them with the server's own code.
//
//	cd tools/clusters/kubernetes/validate && go test .
//
// It is a separate module, because that code is large.
package validate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/service"
)

var strategies = map[string]rest.RESTCreateStrategy{
	"Deployment":            deployment.Strategy,
	"Job":                   job.Strategy,
	"PersistentVolumeClaim": persistentvolumeclaim.Strategy,
	"Pod":                   pod.Strategy,
	"Service":               service.Strategy,
}

func TestManifestsAreValid(t *testing.T) {
	manifests, err := filepath.Glob("../*.yaml")
	if err != nil || len(manifests) == 0 {
		t.Fatal("no manifests: ", err)
	}
	for _, path := range manifests {
		text, err := os.ReadFile(path)
		if err == nil {
			err = validate(t, text)
		}
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestAMisspeltFieldIsFound(t *testing.T) {
	text, err := os.ReadFile("../parts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	misspelt := bytes.Replace(text, []byte("completionMode"), []byte("completionMod"), 1)
	if err := validate(t, misspelt); err == nil || !strings.Contains(err.Error(), "completionMod") {
		t.Errorf("a misspelt completionMode: %v", err)
	}
}

func validate(t *testing.T, manifest []byte) error {
	t.Helper()
	documents := yaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(manifest)))
	strict := serializer.NewCodecFactory(legacyscheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	text := make([]byte, 1<<20)
	var faults []error
	for number := 1; ; number++ {
		n, err := documents.Read(text)
		if err == io.EOF {
			return errors.Join(faults...)
		}
		if err != nil {
			return err
		}
		if _, _, err := strict.Decode(text[:n], nil, nil); err != nil {
			faults = append(faults, fmt.Errorf("object %d: %w", number, err))
			continue
		}
		name, err := create(text[:n])
		if err != nil {
			faults = append(faults, err)
			continue
		}
		t.Logf("%s is valid", name)
	}
}

// create does what the server does with an object before it stores it.
func create(text []byte) (name string, err error) {
	object, kind, err := legacyscheme.Codecs.UniversalDecoder().Decode(text, nil, nil)
	if err != nil {
		return "", err
	}
	data, err := meta.Accessor(object)
	if err != nil {
		return "", err
	}
	data.SetNamespace("default")
	rest.FillObjectMetaSystemFields(data)
	name = kind.Kind + " " + data.GetName()
	strategy, ok := strategies[kind.Kind]
	if !ok {
		return name, fmt.Errorf("%s: this kind is not validated yet", name)
	}
	ctx := genericapirequest.WithNamespace(genericapirequest.NewContext(), "default")
	return name, rest.BeforeCreate(strategy, ctx, object)
}
