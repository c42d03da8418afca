package files

import (
	"strings"
	"testing"
)

const paper = `% draft
\documentclass[a4paper]{article}
\usepackage{siunitx} % units
\newcommand{\owl}{Owl}
\title{Kicker \emph{timing}\\ studies}
\author{R. Vane \and T. Okoro}
\begin{document}
\maketitle
\begin{abstract}
We measured \SI{16}{\nano\coulomb} at 9.77~MHz.
\end{abstract}
\section{Set-up}\label{sec:setup}
The delay \texttt{B:KICK\_DELAY} was 12\,ns, i.e.\ 50\% more--see Fig.~\ref{fig:scope} and \cite{vane}.
% a comment alone
It was ` + "``good''" + `. M\"uller's 5\,\textmu m; $x_1 < 5\%$ stays.
\begin{itemize}
  \item First thing % why
  \item[Note] second \textbf{bold {deep}} thing
\end{itemize}
\begin{table}[h]
\caption{Set points}
\begin{tabular}{|l|r|}
\hline
PV & Value \\
\hline
SR:A\_1 & 3 kV \\[1mm]
\end{tabular}
\end{table}
\subsection*{Code}
\begin{verbatim}
% kept {as} \is
caput A 1
\end{verbatim}
\begin{equation}
E = mc^2
\end{equation}
\includegraphics[width=5cm]{fig/scope.png}
See \href{https://x.example/a}{the page}, \url{https://y.example/b_c}\footnote{Old.}.
\end{document}
ignored`

const reduced = `# Kicker timing studies

## Abstract

We measured 16 nC at 9.77 MHz.

## Set-up

The delay ` + "`B:KICK_DELAY`" + ` was 12 ns, i.e. 50% more–see Fig. [fig:scope] and [vane].
It was "good". Müller's 5 µm; $x_1 < 5\%$ stays.

- First thing
- Note: second bold deep thing

Set points

| PV | Value |
| SR:A_1 | 3 kV |

### Code

` + "```" + `
% kept {as} \is
caput A 1
` + "```" + `

$$
E = mc^2
$$

See the page (https://x.example/a), https://y.example/b_c (Old.).`

func TestTeXIsReducedToMarkdown(t *testing.T) {
	doc := readTeX(paper)
	if doc.content != reduced {
		t.Errorf("got\n%s", doc.content)
	}
	if doc.title != "Kicker timing studies" || doc.author != "R. Vane T. Okoro" {
		t.Errorf("title %q, author %q", doc.title, doc.author)
	}
	if len(doc.files) != 1 || doc.files[0].Name != "scope.png" || doc.files[0].URL != "fig/scope.png" {
		t.Errorf("files %+v", doc.files)
	}
}

func TestTeXCommands(t *testing.T) {
	for src, want := range map[string]string{
		`a\%b\&c\_d\#e\$f\{g\}`:                     "a%b&c_d#e$f{g}",
		`\SI{3.5}{\milli\meter\per\second}`:         "3.5 mm/s",
		`\qty[per-mode=symbol]{10}{MHz} \num{1e-3}`: "10 MHz 1e-3",
		`\SIrange{1}{2}{\kilo\volt}`:                "1–2 kV",
		`\'e \~n \"{O} \c c\v{s}`:                   "é ñ Ö çš",
		`\verb|a_b{c}| \lstinline{x}`:               "`a_b{c}` `x`",
		`costs 5$ and 6`:                            "costs 5$ and 6",
		`\unknown[opt]{kept} text`:                  "kept text",
		`\begin{document}` + "\nno end":             "no end",
		`{{{{`:                                      "",
		`\`:                                         "",
		`\textbf{open`:                              "open",
		`a % c` + "\n" + `b`:                        "a\nb",
		`100\,\% done % x`:                          "100 % done",
		`\begin{lstlisting}[language=C]` + "\nint a; % b\n" + `\end{lstlisting}`: "```\nint a; % b\n```",
		strings.Repeat(`\textbf{`, 100) + "deep" + strings.Repeat("}", 100):      "deep",
	} {
		if got := readTeX(src).content; got != want {
			t.Errorf("%s\ngot  %q\nwant %q", src, got, want)
		}
	}
}
