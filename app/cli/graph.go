package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/graph"
)

func (s *session) graphCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "graph",
		Short: "Walk the fault graph: what broke, why, what was done",
		Long: "graph shows what the records say about faults: symptoms, causes, what helped and what did not, each with\n" +
			"the record and the words that say so.",
	}
	words := "how many faults are shown"
	chain := s.graphPart("chain WORDS|ID...", "Show fault chains from symptom to resolution", words, 3, s.printChains, graph.Fault, graph.Component, graph.Downtime, graph.Symptom, graph.PV)
	chain.Example = "owl graph chain RFB circulator flow\nowl graph chain BELY_40541"
	near := s.graphPart("near WORDS|ID...", "List what is joined to a thing", "how many neighbours are shown", 40, s.printNear)
	experts := s.graphPart("experts WORDS...", "List who has worked on a thing, with evidence", "how many people are shown", 5, s.printExperts)
	cmd.AddCommand(chain, near, experts, s.graphPathCommand(), s.graphQueryCommand(), s.graphExportCommand())
	return cmd
}

// shower prints what is about the nodes that an argument means.
type shower func(ctx context.Context, owl *wire.Owl, g *graph.Graph, ids []graph.ID, limit int) error

func (s *session) graphPart(use, short, limitHelp string, limit int, show shower, kinds ...graph.Kind) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: cobra.MinimumNArgs(1), ValidArgsFunction: cobra.NoFileCompletions}
	flag := cmd.Flags().IntP("limit", "n", limit, limitHelp)
	cmd.RunE = s.run(func(ctx context.Context, args []string) error {
		if *flag < 1 || *flag > 1000 {
			return usagef("--limit %d: want 1 to 1000", *flag)
		}
		return s.withOwl(ctx, func(owl *wire.Owl) error {
			g, err := owl.Graph(ctx)
			if err != nil {
				return err
			}
			text := strings.Join(args, " ")
			ids, err := owl.Meant(ctx, g, text, 5, kinds...)
			if err != nil {
				return err
			}
			if len(ids) == 0 {
				return fmt.Errorf("nothing in the fault graph is called %q; owl search looks for words", text)
			}
			return show(ctx, owl, g, ids, *flag)
		})
	})
	return cmd
}

// claim is the JSON form of one statement with its evidence.
type claim struct {
	Role     string           `json:"role"`
	Kind     string           `json:"kind"`
	Name     engine.Untrusted `json:"name"`
	Modality string           `json:"modality,omitempty"`
	DocID    string           `json:"doc_id"`
	Start    int              `json:"start"`
	End      int              `json:"end"`
	Quote    engine.Untrusted `json:"quote"`
	Date     string           `json:"date"`
	CameBack string           `json:"came_back,omitempty"`
}

// chainJSON is the JSON form of a chain.
type chainJSON struct {
	Fault        engine.Untrusted `json:"fault"`
	Completeness float64          `json:"completeness"`
	Claims       []claim          `json:"claims"`
	Occurrences  []string         `json:"occurrences"`
}

func (s *session) claim(ctx context.Context, owl *wire.Owl, role string, c graph.Claim) claim {
	e := c.Edge.Evidence
	return claim{
		Role: role, Kind: c.Node.Kind.String(), Name: c.Node.Name, Modality: c.Edge.Modality.String(), DocID: e.DocID, Start: e.Start, End: e.End,
		Quote: owl.Quote(ctx, e), Date: rfc3339(e.Date), CameBack: rfc3339(c.CameBack),
	}
}

// roles lists the statements of a chain in the order in which one reads it.
func roles(c graph.Chain) []struct {
	name   string
	claims []graph.Claim
} {
	return []struct {
		name   string
		claims []graph.Claim
	}{
		{"on", c.Components},
		{"symptom", c.Symptoms},
		{"cause", c.Causes},
		{"suspected", c.Suspects},
		{"ruled out", c.RuledOut},
		{"did not help", c.Failed},
		{"resolved by", c.Resolutions},
		{"procedure", c.Procedures},
		{"contact", c.People},
	}
}

func (s *session) printChains(ctx context.Context, owl *wire.Owl, g *graph.Graph, ids []graph.ID, limit int) error {
	var chains []graph.Chain
	for _, id := range ids {
		found, err := g.Chains(ctx, id, limit)
		if err != nil {
			return err
		}
		for _, c := range found {
			same := func(have graph.Chain) bool { return have.Fault.ID == c.Fault.ID }
			if !slices.ContainsFunc(chains, same) {
				chains = append(chains, c)
			}
		}
	}
	chains = chains[:min(len(chains), limit)]
	if len(chains) == 0 {
		return fmt.Errorf("no fault is known of %q", g.Node(ids[0]).Name)
	}
	out := make([]chainJSON, 0, len(chains))
	for _, c := range chains {
		out = append(out, s.chain(ctx, owl, c))
	}
	if s.flags.json {
		return s.out.json(map[string]any{"chains": out})
	}
	for _, c := range out {
		s.printChain(c)
	}
	return nil
}

func (s *session) chain(ctx context.Context, owl *wire.Owl, c graph.Chain) chainJSON {
	out := chainJSON{Fault: c.Fault.Name, Completeness: c.Completeness(), Claims: []claim{}, Occurrences: []string{}}
	for _, r := range roles(c) {
		for _, statement := range r.claims {
			out.Claims = append(out.Claims, s.claim(ctx, owl, r.name, statement))
		}
	}
	for _, o := range c.Occurrences {
		out.Occurrences = append(out.Occurrences, strings.TrimSpace(day(rfc3339(o.Date))+" "+o.Edge.Evidence.DocID))
	}
	return out
}

func (s *session) printChain(c chainJSON) {
	s.out.printf("%s  %s\n", s.out.strong(c.Fault), s.out.faint(fmt.Sprintf("%.0f %% of symptom, cause, resolution known", 100*c.Completeness)))
	for _, claim := range c.Claims {
		s.printClaim(claim)
	}
	if len(c.Occurrences) > 0 {
		s.out.printf("  %-13s %s\n", "happened", strings.Join(c.Occurrences, ", "))
	}
	s.out.printf("\n")
}

func (s *session) printClaim(c claim) {
	s.out.printf("  %-13s %s\n", c.Role, c.Name)
	s.out.printf("  %-13s %s\n", "", s.out.faint(joined(c.DocID, day(c.Date), cameBack(c.CameBack))))
	if c.Quote != "" && c.Role != "on" {
		s.out.text("“"+c.Quote+"”", "                ")
	}
}

func cameBack(date string) string {
	if date == "" {
		return ""
	}
	return "came back " + day(date)
}

func (s *session) printNear(ctx context.Context, owl *wire.Owl, g *graph.Graph, ids []graph.ID, limit int) error {
	near, err := g.Near(ctx, ids[0], graph.Reach{Hops: 1, Limit: limit})
	if err != nil {
		return err
	}
	root := g.Node(ids[0])
	out := []claim{}
	for _, n := range near {
		out = append(out, s.claim(ctx, owl, roleOf(n.Via), graph.Claim{Node: g.Node(n.ID), Edge: n.Via.Edge}))
	}
	if s.flags.json {
		return s.out.json(map[string]any{"node": root.Name, "kind": root.Kind.String(), "near": out})
	}
	s.out.printf("%s  %s\n", s.out.strong(root.Name), s.out.faint(root.Kind.String()))
	for _, c := range out {
		s.out.printf("  %-24s %s\n", c.Role, joined(c.Name, c.Kind, c.DocID, day(c.Date)))
	}
	return nil
}

// roleOf says how the end of a step stands to its beginning.
func roleOf(step graph.Step) string {
	if step.Reverse {
		return "is " + step.Edge.Relation.String() + " of"
	}
	return step.Edge.Relation.String()
}

func (s *session) printExperts(ctx context.Context, owl *wire.Owl, g *graph.Graph, ids []graph.ID, limit int) error {
	experts, err := g.Experts(ctx, ids, limit)
	if err != nil {
		return err
	}
	if len(experts) == 0 {
		return fmt.Errorf("no person is named with %q", g.Node(ids[0]).Name)
	}
	type expert struct {
		Name  engine.Untrusted `json:"name"`
		Score float64          `json:"score"`
		Last  string           `json:"last"`
		Proof []claim          `json:"proof"`
	}
	var out []expert
	for _, e := range experts {
		x := expert{Name: e.Person.Name, Score: e.Score, Last: rfc3339(e.Last)}
		for _, edge := range e.Proof {
			x.Proof = append(x.Proof, s.claim(ctx, owl, edge.Relation.String(), graph.Claim{Node: e.Person, Edge: edge}))
		}
		out = append(out, x)
	}
	if s.flags.json {
		return s.out.json(map[string]any{"experts": out})
	}
	for _, x := range out {
		s.out.printf("%s  %s\n", s.out.strong(x.Name), s.out.faint(joined(fmt.Sprintf("%.2f", x.Score), "last "+day(x.Last))))
		for _, p := range x.Proof {
			s.out.printf("  %s\n", joined(p.DocID, day(p.Date)))
			s.out.text(p.Quote, "    ")
		}
	}
	return nil
}

func (s *session) graphPathCommand() *cobra.Command {
	return &cobra.Command{
		Use: "path A B", Short: "Show the shortest way between two things", Args: cobra.ExactArgs(2), ValidArgsFunction: cobra.NoFileCompletions,
		Example: "owl graph path RFB 'LCW-2'",
		RunE: s.run(func(ctx context.Context, args []string) error {
			return s.withOwl(ctx, func(owl *wire.Owl) error { return s.runGraphPath(ctx, owl, args[0], args[1]) })
		}),
	}
}

func (s *session) runGraphPath(ctx context.Context, owl *wire.Owl, a, b string) error {
	g, err := owl.Graph(ctx)
	if err != nil {
		return err
	}
	from, err := theOne(ctx, owl, g, a)
	if err != nil {
		return err
	}
	to, err := theOne(ctx, owl, g, b)
	if err != nil {
		return err
	}
	path, found, err := g.Path(ctx, from, to, graph.Route{Avoid: []graph.Kind{graph.System, graph.Date}})
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("no way leads from %q to %q", g.Node(from).Name, g.Node(to).Name)
	}
	out := []claim{}
	for _, step := range path {
		out = append(out, s.claim(ctx, owl, roleOf(step), graph.Claim{Node: g.Node(step.Next()), Edge: step.Edge}))
	}
	if s.flags.json {
		return s.out.json(map[string]any{"from": g.Node(from).Name, "to": g.Node(to).Name, "steps": out})
	}
	s.out.printf("%s\n", s.out.strong(g.Node(from).Name))
	for _, c := range out {
		s.printStep(c)
	}
	return nil
}

func (s *session) printStep(c claim) {
	s.out.printf("  %-24s %s\n", c.Role, joined(c.Name, c.DocID, day(c.Date)))
	if c.Quote != "" {
		s.out.text("“"+c.Quote+"”", "      ")
	}
}

// theOne is what a text means first.
func theOne(ctx context.Context, owl *wire.Owl, g *graph.Graph, text string) (graph.ID, error) {
	ids, err := owl.Meant(ctx, g, text, 1)
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("nothing in the fault graph is called %q", text)
	}
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}
