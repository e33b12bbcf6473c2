// quantity-reader calculates with quantities as Kubernetes does (k8s.io/apimachinery/pkg/api/resource): tests compare ours
// with it. Input: lines of two quantities and a number, with tabs between. Output: for each a line with tabs of a + b, a - b,
// a * n, a in canonical form, how a compares with b (-1, 0, 1), and a as a float; "err" when a or b is no quantity.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

func line(text string) string {
	parts := strings.Split(text, "\t")
	a, errA := resource.ParseQuantity(parts[0])
	b, errB := resource.ParseQuantity(parts[1])
	n, errN := strconv.ParseInt(parts[2], 10, 64)
	if errA != nil || errB != nil || errN != nil {
		return "err"
	}
	sum, difference, product, same := a.DeepCopy(), a.DeepCopy(), a.DeepCopy(), a.DeepCopy()
	sum.Add(b)
	difference.Sub(b)
	product.Mul(n)
	same.Mul(1)
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%s", sum.String(), difference.String(), product.String(), same.String(),
		a.Cmp(b), strconv.FormatFloat(a.AsFloat64Slow(), 'g', -1, 64))
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		fmt.Fprintln(out, line(in.Text()))
	}
}
