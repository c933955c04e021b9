// Validate says what an API server of Kubernetes 1.34 would refuse in manifests: it decodes
// them strictly, and validates them by the server's own code.
//
//	go run . ../*.yaml
//
// It is a module of its own, since that code is large.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

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

// strategies are how the server creates what manifests may have.
var strategies = map[string]rest.RESTCreateStrategy{
	"Deployment":            deployment.Strategy,
	"Job":                   job.Strategy,
	"PersistentVolumeClaim": persistentvolumeclaim.Strategy,
	"Pod":                   pod.Strategy,
	"Service":               service.Strategy,
}

func main() {
	failed := len(os.Args) == 1
	if failed {
		fmt.Fprintln(os.Stderr, "usage: validate FILE...")
	}
	for _, path := range os.Args[1:] {
		if err := validate(path); err != nil {
			failed = true
			fmt.Fprintf(os.Stderr, "%s: %v\n", path, err)
		}
	}
	if failed {
		os.Exit(1)
	}
}

// validate validates all objects of a file.
func validate(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	documents := yaml.NewDocumentDecoder(f)
	defer documents.Close()
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
		fmt.Printf("%s: %s is valid\n", path, name)
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
