package neo4j

import (
	"context"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// Raw runs any text in a transaction that reads.
func (c *Client) Raw(ctx context.Context, text string) error {
	return c.read(ctx, c.cfg.Query, func(tx driver.ManagedTransaction) error {
		done, err := tx.Run(ctx, text, nil)
		if err != nil {
			return err
		}
		_, err = done.Consume(ctx)
		return err
	})
}
