package main

import (
	"fmt"
	"math/rand"
	"strings"
)

// The variables of every expression, with types as the driver and cel-go's declarations have them.
var variables = map[string]string{
	"i": "int", "j": "int", "u": "uint", "d": "double", "s": "string", "t": "string", "b": "bool", "y": "bytes",
	"li": "list(int)", "ls": "list(string)", "ld": "list(dyn)", "m": "map(string, int)", "md": "map(string, dyn)",
	"x": "dyn", "ts": "timestamp", "du": "duration",
}

type generator struct {
	*rand.Rand
	scope map[string][]string // type -> variables of comprehensions
	names int
}

func (g *generator) pick(choices ...string) string { return choices[g.Intn(len(choices))] }

// expression returns an expression of a type, nested up to depth; now and then of another type.
func (g *generator) expression(of string, depth int) string {
	if g.Intn(120) == 0 {
		of = g.pick("int", "uint", "double", "string", "bool", "bytes", "list(int)", "list(string)", "map", "dyn", "timestamp", "duration", "null")
	}
	if local := g.scope[of]; len(local) > 0 && g.Intn(3) == 0 {
		return local[g.Intn(len(local))]
	}
	if depth <= 0 {
		return g.leaf(of)
	}
	if g.Intn(12) == 0 {
		return fmt.Sprintf("(%s ? %s : %s)", g.expression("bool", depth-1), g.expression(of, depth-1), g.expression(of, depth-1))
	}
	if g.Intn(40) == 0 && of != "dyn" {
		return g.fill("[A][?i].orValue(A)", of, depth)
	}
	if g.Intn(60) == 0 {
		return g.fill("optional.of(A).optMap(v, v).value()", of, depth)
	}
	choices := productions[of]
	if len(choices) == 0 || g.Intn(6) == 0 {
		return g.leaf(of)
	}
	return g.fill(choices[g.Intn(len(choices))], of, depth)
}

// Replaces the placeholders of a production: I int, U uint, D double, S string, B bool, Y bytes, L list(int), W list(string), M map,
// X dyn, T timestamp, P duration, A the wanted type; v is a new variable of the type behind it: vI.
func (g *generator) fill(form, of string, depth int) string {
	types := map[byte]string{'I': "int", 'U': "uint", 'D': "double", 'S': "string", 'B': "bool", 'Y': "bytes", 'L': "list(int)",
		'W': "list(string)", 'M': "map", 'X': "dyn", 'T': "timestamp", 'P': "duration", 'A': of, 'G': "list(dyn)"}
	var out strings.Builder
	added := map[string]int{}
	for at := 0; at < len(form); at++ {
		c := form[at]
		if c == '\'' { // literals are kept
			end := strings.IndexByte(form[at+1:], '\'') + at + 2
			out.WriteString(form[at:end])
			at = end - 1
			continue
		}
		if c == '$' && at+1 < len(form) { // $I: declares a variable of that type from here on
			g.names++
			name := fmt.Sprintf("v%d", g.names%5)
			of := types[form[at+1]]
			g.scope[of] = append(g.scope[of], name)
			added[of]++
			out.WriteString(name)
			at++
			continue
		}
		letter := c >= 'A' && c <= 'Z'
		alone := (at == 0 || !isWord(form[at-1])) && (at+1 == len(form) || !isWord(form[at+1]))
		if letter && alone {
			out.WriteString(g.expression(types[c], depth-1))
			continue
		}
		out.WriteByte(c)
	}
	for of, count := range added {
		g.scope[of] = g.scope[of][:len(g.scope[of])-count]
	}
	return out.String()
}

func isWord(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (g *generator) leaf(of string) string {
	choices := leaves[of]
	if len(choices) == 0 {
		return "null"
	}
	return choices[g.Intn(len(choices))]
}

var leaves = map[string][]string{
	"int":          {"i", "j", "0", "1", "2", "-1", "3", "7", "100", "9223372036854775807", "-9223372036854775808", "0x1F", "m.a", "li[0]"},
	"uint":         {"u", "0u", "1u", "7u", "18446744073709551615u"},
	"double":       {"d", "0.0", "1.5", "-2.25", "1e300", "1e-7", "3.0", "123456789.125"},
	"string":       {"s", "t", "''", "'a'", "'b'", "'hello'", "'é'", `"x\ty"`, "'a,b,c'", "'10.0.0.1'", "'1.2.3'", "'1Gi'", "r'\\d+'", "'http://h:80/p?q=1'", "'01'", "ls[0]", "'fe80::1'", "'10.0.0.0/8'"},
	"bool":         {"b", "true", "false", "has(m.a)", "has(md.k)"},
	"bytes":        {"y", "b''", "b'ab'", `b'\xff'`},
	"list(int)":    {"li", "[]", "[1, 2, 3]", "[3, 1, 2, 1]", "[i, j]"},
	"list(string)": {"ls", "['a', 'b']", "[s, t]"},
	"list(dyn)":    {"ld", "[dyn(1), dyn('a')]"},
	"map":          {"m", "{'a': 1}", "{'a': i, 'b': 2}", "{s: 1}"},
	"dyn":          {"x", "md.k", "md['k']", "dyn(1)", "dyn('a')", "dyn([1])", "ld[0]", "md.?k.orValue(dyn(1))", "md.missing"},
	"timestamp":    {"ts", "timestamp('2024-02-29T12:30:45.5Z')", "timestamp(0)", "timestamp('9999-12-31T23:59:59Z')"},
	"duration":     {"du", "duration('1h')", "duration('-1.5s')", "duration('0')"},
	"null":         {"null"},
}

var productions = map[string][]string{
	"int": {"I + I", "I - I", "I * I", "I / I", "I % I", "-(I)", "size(S)", "size(L)", "S.size()", "M.size()", "int(D)", "int(U)", "int(S)",
		"L[I]", "M[S]", "S.indexOf(S)", "S.lastIndexOf(S)", "L.sum()", "L.max()", "L.min()", "L.indexOf(I)", "T.getHours()", "T.getFullYear('America/New_York')",
		"T.getMinutes('+05:30')", "T.getDayOfWeek()", "T.getDayOfYear()", "P.getSeconds()", "P.getMilliseconds()", "int(T)", "semver('1.2.3').major()",
		"quantity('1Gi').compareTo(quantity(S))", "quantity('100m').add(quantity('2')).asInteger()", "cidr('10.0.0.0/8').prefixLength()", "ip(S).family()",
		"int(X)", "size(Y)", "L.filter($I, B).size()", "[L].flatten()[0]", "L.map($I, I).sum()", "optional.none().or(optional.of(I)).value()", "sign(quantity('-1'))",
		"semver(S, true).patch()", "L[?I].orValue(I)", "M.?a.orValue(I)", "L.first().orValue(I)", "lists.range(5)[I]"},
	"uint":   {"U + U", "U - U", "U * U", "U / U", "U % U", "uint(I)", "uint(D)", "uint(S)", "[U, U].max()", "[U, 1u].sum()"},
	"double": {"D + D", "D - D", "D * D", "D / D", "-(D)", "double(I)", "double(S)", "double(U)", "[D, D].sum()", "quantity('1.5').asApproximateFloat()"},
	"string": {"S + S", "S.substring(I)", "S.substring(I, I)", "S.lowerAscii()", "S.upperAscii()", "S.trim()", "S.replace(S, S)", "S.replace(S, S, I)",
		"S.split(S).join(S)", "W.join(',')", "W[I]", "string(I)", "string(D)", "string(U)", "string(B)", "string(P)", "string(Y)", "string(T)", "S.charAt(I)",
		"'%s-%d'.format([S, I])", "'%.2f %e %x'.format([D, D, I])", "'%s %s'.format([X, L])", "S.find(S)", "S.find('[a-c]+')", "url('https://u@h.example:8080/a%20b?x=1&y=2').getHost()",
		"url(S).getEscapedPath()", "string(ip('::1'))", "string(cidr('10.1.0.0/16').masked())", "strings.quote(S)", "S.findAll('[a-z]').join('-')", "W.max()", "W.min()",
		"string(type(X))", "W.sort()[0]", "ls[?I].orValue(S)", "url(S).getPort()", "format.dns1123Label().validate(S).orValue(['ok'])[0]"},
	"bool": {"B && B", "B || B", "!(B)", "I < I", "I <= D", "U > I", "D >= D", "S < S", "S == S", "I == I", "I != U", "L == L", "M == M", "X == X", "X != I", "S in W",
		"I in L", "I in [1, 2, 3]", "S in M", "S in ['a', 'b', 'hello']", "S.startsWith(S)", "S.endsWith(S)", "S.contains(S)", "S.matches('a+')", "S.matches(S)",
		"L.all($I, B)", "L.exists($I, B)", "L.exists_one($I, B)", "W.all($S, B)", "W.exists($S, B)", "M.all($S, B)", "G.all($X, B)", "L.all($I, $I, B)", "W.exists($I, $S, B)",
		"T < T", "P >= P", "T == T", "Y == Y", "isIP(S)", "isCIDR(S)", "isURL(S)", "isQuantity(S)", "isSemver(S)", "quantity('1k').isGreaterThan(quantity('2'))",
		"quantity('1Mi').isInteger()", "cidr('10.0.0.0/8').containsIP(S)", "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", "ip('127.0.0.1').isLoopback()", "L.isSorted()", "W.isSorted()",
		"sets.contains(L, L)", "sets.intersects(L, L)", "sets.equivalent(L, L)", "has(m.b)", "has(md.k.z)", "has(x.a)", "optional.of(I).hasValue()", "m[?S].hasValue()", "type(X) == int",
		"semver('1.2.3').isLessThan(semver('1.10.0'))", "format.dns1123Label().validate(S).hasValue()", "ip('1.2.3.4') == ip(S)", "quantity('1') == quantity('1000m')", "bool(S)", "X", "B == B",
		"ip.isCanonical(S)", "L.map($I, I) == L", "{'a': I} == M", "md.?k.hasValue()", "x.?a.?b.hasValue()", "ld.exists($X, X == 1)"},
	"bytes":        {"Y + Y", "bytes(S)"},
	"list(int)":    {"L + L", "[I, I]", "[I]", "L.map($I, I)", "L.filter($I, B)", "L.map($I, B, I)", "L.sort()", "L.distinct()", "L.reverse()", "L.slice(0, I)", "lists.range(I % 8)", "[L, L].flatten()", "L.transformList($I, $I, I)", "L.sortBy($I, -(I))", "[?optional.of(I), I]", "[?M.?a]", "M.transformList($S, $I, I).filter($I, false)"},
	"list(string)": {"W + W", "[S, S]", "W.map($S, S)", "W.filter($S, B)", "S.split(S)", "S.split(',', I)", "S.findAll(S)", "S.findAll('[a-z]', I)", "W.sort()", "W.distinct()", "W.reverse()", "L.map($I, S)"},
	"map":          {"{'a': I}", "{S: I}", "{'a': I, 'b': I}", "{?'a': M.?b}", "L.transformMap($I, $I, I).size() > 0 ? m : {'k': I}", "{S: I}.transformMap($S, $I, I)"},
	"dyn":          {"dyn(I)", "dyn(S)", "dyn(L)", "X + X", "md[S]", "ld[I]", "dyn(B)", "x.a", "dyn(M)", "dyn(D)"},
	"list(dyn)":    {"[dyn(I), dyn(S)]", "ld + ld", "dyn(L)", "ld.filter($X, B)"},
	"timestamp":    {"T + P", "T - P", "timestamp(I)", "timestamp(S)"},
	"duration":     {"P + P", "P - P", "T - T", "duration(S)", "[P, P].sum()"},
}

// Damages the text, so that most results are syntax errors.
func (g *generator) damage(text string) string {
	at := g.Intn(len(text) + 1)
	switch g.Intn(4) {
	case 0:
		return text[:at] + g.pick("(", ")", "[", "]", "{", "}", ",", ".", "?", ":", "#", "&&", "'", "1", "in", " a ", "!", "==", "u", "\"", "`", "@", "true") + text[at:]
	case 1:
		return text[:at]
	case 2:
		if at < len(text) {
			return text[:at] + text[at+1:]
		}
	}
	return g.pick("", "+", "as", "a b", "1.2.3", "for", "x.in", "has(x)", "[1,2", "{1:2", "f(", "a.?b.", "x.all(1, true)", "x.map(y, z, w, v)", "math", "'\\z'", "`a`", "b'\\u00e9'", "-", "1 2", "a..b", "(1", "0x", "9223372036854775808", "''''", "null.x", "{}{}", "[1][", "x ? 1")
}
