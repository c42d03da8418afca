package wire

import (
	"context"

	"owl/engine/models"
	"owl/engine/nativedir"
)

// OpenNLI opens the model of inference in a folder in Hugging Face layout. Close
// it.
func OpenNLI(ctx context.Context, folder string) (*models.Entailer, error) {
	native, err := nativedir.Default()
	if err != nil {
		return nil, err
	}
	return models.OpenEntailer(ctx, models.Spec{Source: folder, Native: native})
}
