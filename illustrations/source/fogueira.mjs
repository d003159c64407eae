import {Scene,Cam,rng,noise,mix,lerp,clamp,poly,lens,smooth,blob,leafFlecks,tuft,P,n1,circ,TAU,ridge,under,treeline,palm,tree,putTree,yAt} from './lib.mjs';
import {glints} from './lago.mjs';
export function fogueira(seed=171){
 const s=new Scene(),R=rng(seed),N=noise(seed),HZ=452;const ink='#051a22';
 // deep night, last teal on the horizon
 s.rect(0,0,1200,HZ+4,s.grad([[0,'#071a2b'],[.4,'#0e3246'],[.75,'#235c68'],[1,'#5f938b']],0,0,0,HZ));
 // milky way: soft band with dust of stars, from lower left to upper right
 s.g(s.blur(26),()=>{s.p(poly([[250,470],[470,430],[1010,-40],[700,-40]]),'#6f9fa0',.26);s.p(poly([[380,440],[450,430],[930,-40],[800,-40]]),'#f0dcb4',.2)});
 s.g(s.blur(12),()=>{s.p(smooth([[430,420],[520,330],[600,270],[660,180],[760,90],[830,-20],[800,-20],[730,86],[630,176],[570,262],[490,330]],true,1),'#0e3246',.5)});
 {let a='',b='',c='';for(let i=0;i<190;i++){const x=R.r(0,1200),y=Math.pow(R(),1.25)*430,r=R.r(.6,1.5);a+=circ(x,y,r)}for(let i=0;i<150;i++){const t=R(),y=lerp(430,0,t),x=lerp(430,850,t)+R.n()*lerp(40,84,t);b+=circ(x,y,R.r(.5,1.3))}for(let i=0;i<16;i++)c+=circ(R.r(0,1200),R.r(10,330),R.r(1.7,2.4));s.p(a,'#eef0dc',.7);s.p(b,'#fdf0d2',.6);s.p(c,'#fff6dc',.95)}
 // Southern Cross, left
 {const C=[[212,96],[196,186],[170,136],[238,130],[222,156]];C.forEach(([x,y],i)=>{const r=i===4?1.7:3;if(i<4)s.p(circ(x,y,13),s.grad([[0,'#dff0ea',.5],[1,'#dff0ea',0]],x,y,13,0,'radial'));s.p(circ(x,y,r),'#fffaf0')});for(const[x,y]of[[92,180],[66,226]]){s.p(circ(x,y,13),s.grad([[0,'#fbe8c4',.5],[1,'#fbe8c4',0]],x,y,13,0,'radial'));s.p(circ(x,y,2.8),'#fff3d8')}}
 // a falling star
 s.p(poly([[382,128],[492,74],[384,131]]),s.grad([[0,'#fffaf0',.95],[1,'#fffaf0',0]],382,0,492,0));
 // hills and the far shore
 const K=[[[[-20,392],[160,372],[330,384],[520,398],[700,386],[880,360],[1000,350],[1110,356],[1220,348]],'#2c6169',.35],[[[-20,416],[200,410],[420,422],[640,426],[860,408],[1040,398],[1220,390]],'#1b4c58',.3],[[[-20,436],[260,440],[560,444],[840,438],[1040,426],[1220,420]],'#0d3440',.1]];
 const rs=K.map(([k],i)=>ridge(k,{amp:6,freq:.018,seed:seed+i,step:7}));
 K.forEach(([k,c,m],i)=>{s.p(under(rs[i],HZ+4),s.grad([[0,c],[1,mix(c,'#6f9f94',m)]],0,350+i*26,0,HZ+4));if(i===2)s.p(treeline(rs[2],{size:5,seed:3}),'#0b2d38')});
 // lights of ranches across the water
 const lights=[[118,446],[142,444],[356,447],[642,447],[664,446],[905,440],[1098,430]];for(const[x,y]of lights){s.p(circ(x,y,9),s.grad([[0,'#ffd98a',.7],[1,'#ffd98a',0]],x,y,9,0,'radial'));s.p(circ(x,y,1.9),'#ffe9b4')}
 // water
 s.rect(0,HZ,1200,220,s.grad([[0,'#5f938b'],[.14,'#2f6a74'],[.5,'#134453'],[1,'#0a2c3a']],0,HZ,0,660));
 s.p(under(rs[2].map(([x,y])=>[x,HZ+(HZ-y)*1.3]),HZ),'#0d3440',.65);
 s.p(glints(R,{y0:HZ+6,y1:650,n:120,w:[8,56],h:[.5,2.2]}),'#07242f',.45);s.p(glints(R,{y0:HZ+4,y1:640,n:90,w:[6,44],h:[.4,1.7]}),'#8fc0b4',.4);
 for(const[x]of lights)s.p(glints(R,{y0:HZ+4,y1:HZ+62,n:9,x:()=>x+R.n()*3,w:[3,9],h:[.6,1.6],p:1}),'#ffd98a',.7);
 {let d='';for(let i=0;i<40;i++)d+=lens(R.r(0,1200),R.r(HZ+20,640),R.r(1.4,3.4),R.r(.5,.9));s.p(d,'#eef0dc',.6)}
 // firelight on the lake behind the fire
 const FX=600,FY=716;
 s.p(glints(R,{y0:HZ+50,y1:640,n:70,x:t=>FX+R.n()*lerp(26,110,t),w:[10,44],h:[.8,2.8],p:.9}),'#f0a050',.55);
 // little jetty and canoe, left
 {const dk='#0a2630';for(const x of[96,150,206,262]){s.rect(x,576,6,34,dk)}s.p(poly([[-10,580],[288,570],[292,578],[-10,592]]),'#123641');s.s('M-10 580L288 570','#6fa39c',1.3,.6);
  s.p(`M312 586C330 604 396 606 424 582C394 591 342 591 312 586Z`,dk);s.p(`M312 586C342 591 394 591 424 582C394 586 342 588 312 586Z`,'#4b7f80');s.s('M286 572Q300 590 316 588','#8a9a84',1,.7)}
 // shore and clearing
 const sh=ridge([[-20,628],[120,622],[330,634],[560,640],[800,634],[1020,622],[1220,612]],{amp:6,freq:.016,seed:9,step:9});
 s.p(under(sh,910),s.grad([[0,'#133c3a'],[.4,'#12352f'],[1,'#061b20']],0,612,0,900));
 {let g='';for(let i=0;i<90;i++){const x=R.r(-10,1210);g+=tuft(x,yAt(sh,x)+6,R.r(8,22),3,R,{spread:1.1,w:1.4})}s.p(g,'#0b2c30')}
 // sand ring of the clearing and its light
 s.g(`transform="translate(${FX} ${FY+30}) scale(1 .34)"`,()=>{s.p(circ(0,0,620),s.grad([[0,'#f2a552',.95],[.24,'#d9793a',.75],[.5,'#9a4a2c',.42],[.78,'#4a3028',.18],[1,'#12352f',0]],0,0,620,0,'radial'))});
 s.p(`M${FX-330} ${FY+40}C${FX-320} ${FY-20} ${FX-140} ${FY-44} ${FX+10} ${FY-42}C${FX+170} ${FY-44} ${FX+330} ${FY-14} ${FX+338} ${FY+46}C${FX+330} ${FY+118} ${FX+150} ${FY+142} ${FX} ${FY+142}C${FX-170} ${FY+142} ${FX-326} ${FY+110} ${FX-330} ${FY+40}Z`,s.grad([[0,'#ffd08a'],[.35,'#e69a58'],[.75,'#a85a38'],[1,'#6b3a2c']],FX,FY+36,330,0,'radial'));
 {let a='',b='';for(let i=0;i<90;i++){const t=R()*TAU,r=Math.sqrt(R());const x=FX+Math.cos(t)*320*r,y=FY+48+Math.sin(t)*88*r;(i%2?a+=lens(x,y,R.r(3,12),R.r(.8,2.2)):b+=lens(x,y,R.r(3,10),R.r(.8,2)))}s.p(a,'#ffdfa6',.4);s.p(b,'#5c2a1c',.35)}
 {let g='',g2='';for(let i=0;i<110;i++){const t=R()*TAU,x=FX+Math.cos(t)*R.r(326,350),y=FY+48+Math.sin(t)*R.r(92,102);if(y<FY-30)continue;const k=clamp((y-FY+60)/160);(Math.cos(t)*(x-FX)>0&&i%3?g+=tuft(x,y+3,lerp(8,22,k),3,R,{spread:1.1,w:1.5}):g2+=tuft(x,y+3,lerp(7,20,k),3,R,{spread:1.1,w:1.3}))}s.p(g,'#24462f');s.p(g2,'#a8803e')}
 // glow in the air
 s.p(circ(FX,FY-50,440),s.grad([[0,'#ffb45a',.5],[.3,'#f08a3a',.2],[1,'#f08a3a',0]],FX,FY-50,440,0,'radial'));
 // logs: a lying trunk with lit side toward the fire. (x,y) left end, length vector, radius
 const log=(x0,y0,x1,y1,r0,r1,{litTop=.6,end=1,lit='#f0a862',mid='#8a4f2e',dark='#2c1a18',cap='#e0a466'}={})=>{const a=Math.atan2(y1-y0,x1-x0),nx=-Math.sin(a),ny=Math.cos(a);
  s.g(s.blur(5),()=>s.p(`M${P(x0+nx*r0*.5,y0+ny*r0*.5)}L${P(x1+nx*r1*.5,y1+ny*r1*.5)}L${P(x1+nx*r1*1.3,y1+ny*r1*1.3)}L${P(x0+nx*r0*1.35,y0+ny*r0*1.35)}Z`,'#1a0f10',.75));
  const body=`M${P(x0-nx*r0,y0-ny*r0)}L${P(x1-nx*r1,y1-ny*r1)}L${P(x1+nx*r1,y1+ny*r1)}L${P(x0+nx*r0,y0+ny*r0)}Z`;
  s.p(body,s.grad(litTop>0?[[0,lit],[.3,mid],[1,dark]]:[[0,dark],[.45,mid],[1,lit]],x0-nx*r0,y0-ny*r0,x0+nx*r0,y0+ny*r0));
  let d='';for(let i=0;i<16;i++){const t=R.r(.04,.9),u=R.r(-.8,.8),t2=t+R.r(.04,.12),rr=lerp(r0,r1,t);d+=`M${P(lerp(x0,x1,t)+nx*u*rr,lerp(y0,y1,t)+ny*u*rr)}L${P(lerp(x0,x1,t2)+nx*u*rr,lerp(y0,y1,t2)+ny*u*rr)}`}s.s(d,'#241412',1.6,.5);
  const oth=end>0?[x0,y0,r0]:[x1,y1,r1];const sw=end>0?0:1;s.p(`M${P(oth[0]-nx*oth[2],oth[1]-ny*oth[2])}A${n1(oth[2]*.5)} ${n1(oth[2])} ${n1(a*180/Math.PI)} 0 ${sw} ${P(oth[0]+nx*oth[2],oth[1]+ny*oth[2])}Z`,s.grad(litTop>0?[[0,lit],[.3,mid],[1,dark]]:[[0,dark],[.45,mid],[1,lit]],oth[0]-nx*oth[2],oth[1]-ny*oth[2],oth[0]+nx*oth[2],oth[1]+ny*oth[2]));
  const E=(x,y,r,c1,c2)=>{const el=(k)=>`M${P(x+nx*r*k,y+ny*r*k)}A${n1(r*k)} ${n1(r*k*.5)} ${n1((a+Math.PI/2)*180/Math.PI)} 1 0 ${P(x-nx*r*k,y-ny*r*k)}A${n1(r*k)} ${n1(r*k*.5)} ${n1((a+Math.PI/2)*180/Math.PI)} 1 0 ${P(x+nx*r*k,y+ny*r*k)}Z`;s.p(el(1),mix(c1,'#2c1a18',.45));s.p(el(.88),c1);s.s(el(.6),c2,1.3,.7);s.s(el(.32),c2,1.2,.7)};
  if(end>0)E(x1,y1,r1,cap,mix(cap,'#5c3020',.5));else E(x0,y0,r0,cap,mix(cap,'#5c3020',.5))};
 // back bench, seen against the lake
 log(452,668,742,664,19,19,{litTop:-1,lit:'#ffbe74',mid:'#9a5630',dark:'#2a1a1a'});
 // side benches
 // the fire: ring of stones, back half
 const stone=(t,k)=>{const x=FX+Math.cos(t)*104,y=FY+34+Math.sin(t)*34,r=R.r(17,23)*k,inner=Math.sin(t)<0;s.p(blob(x,y,r*1.1,r*.8,R,{lobes:3,amp:.06,rough:.14}),inner?'#b87448':'#33282a');s.p(blob(x+(inner?0:-Math.cos(t)*2),y-r*.22,r*.84,r*.46,R,{lobes:3,amp:.06,rough:.12}),inner?'#ffc888':'#7d5140');if(!inner)s.p(lens(x-Math.cos(t)*r*.3,y-r*.55,r*.6,r*.16),'#ffb868',.9)};
 for(let i=0;i<8;i++)stone(Math.PI+.12+(i+.5)/8*(Math.PI-.24),.85);
 s.p(lens(FX,FY+32,96,34),'#3a1812');s.p(lens(FX,FY+32,84,27),s.grad([[0,'#fff0b4'],[.3,'#ffb347'],[.7,'#d8562a'],[1,'#5a1c12']],FX,FY+32,84,0,'radial'));
 // burning wood, leaning together
 const stick=(x0,y0,x1,y1,w,c)=>{const a=Math.atan2(y1-y0,x1-x0)+Math.PI/2,cx=Math.cos(a),sy=Math.sin(a);s.p(poly([[x0-cx*w,y0-sy*w],[x1-cx*w*.7,y1-sy*w*.7],[x1+cx*w*.7,y1+sy*w*.7],[x0+cx*w,y0+sy*w]]),c)};
 const flame=(x,y,w,h,l,c,o=1)=>s.p(`M${P(x-w*.5,y)}C${P(x-w*.78,y-h*.3)} ${P(x-w*.16+l*.2,y-h*.5)} ${P(x-w*.2+l*.6,y-h*.72)}C${P(x-w*.16+l*.8,y-h*.84)} ${P(x+l*.9,y-h*.92)} ${P(x+l,y-h)}C${P(x+w*.1+l,y-h*.8)} ${P(x+w*.34+l*.4,y-h*.62)} ${P(x+w*.3,y-h*.48)}C${P(x+w*.62,y-h*.34)} ${P(x+w*.66,y-h*.14)} ${P(x+w*.5,y)}Q${P(x,y+w*.16)} ${P(x-w*.5,y)}Z`,c,o);
 stick(FX-74,FY+22,FX+18,FY-44,10,'#3a1c14');stick(FX+78,FY+24,FX-16,FY-48,10,'#4b2418');
 flame(FX-34,FY+26,70,140,-16,'#d9482a',.92);flame(FX+36,FY+26,70,150,18,'#d9482a',.92);flame(FX,FY+28,112,222,8,'#e8602c',.95);
 flame(FX-28,FY+30,54,108,-10,'#f88a34');flame(FX+30,FY+30,54,114,12,'#f88a34');flame(FX+1,FY+32,84,176,6,'#fb9a3c');
 flame(FX-12,FY+33,46,104,-6,'#ffc25a');flame(FX+16,FY+33,46,116,6,'#ffc25a');flame(FX+2,FY+34,40,78,2,'#fff0b4');
 stick(FX-82,FY+40,FX+26,FY+8,10,'#2c1512');stick(FX+80,FY+42,FX-22,FY+6,10,'#3a1c14');stick(FX-20,FY+48,FX+6,FY-10,10,'#241210');s.s(`M${FX-78} ${FY+33}L${FX+22} ${FY+2}M${FX+76} ${FY+35}L${FX-18} ${FY}`,'#ffb347',2.2,.85);
 {let d='';for(let i=0;i<22;i++)d+=blob(FX+R.n()*46,FY+40+R.n()*7,R.r(4,8),R.r(2.4,4),R,{lobes:4});s.p(d,'#ff8b3a');let e='';for(let i=0;i<12;i++)e+=blob(FX+R.n()*40,FY+42+R.n()*6,R.r(3,6),R.r(2,3),R,{lobes:4});s.p(e,'#ffe0a0')}
 for(let i=0;i<9;i++)stone(.1+(i+.5)/9*(Math.PI-.2),1.1);
 // sparks rising
 {let a='',b='';for(let i=0;i<46;i++){const t=R(),x=FX+6+Math.sin(t*7+i)*lerp(14,64,t)+R.n()*lerp(10,46,t),y=FY-90-t*330;(i%2?a+=circ(x,y,lerp(2.4,.9,t)):b+=circ(x,y,lerp(2,.8,t)))}s.p(a,'#ffc25a',.95);s.p(b,'#ff8b3a',.9)}
 s.g(s.blur(10),()=>s.p(`M${FX-6} ${FY-170}C${FX-50} ${FY-260} ${FX+50} ${FY-300} ${FX+14} ${FY-390}C${FX+2} ${FY-450} ${FX+60} ${FY-500} ${FX+84} ${FY-560}C${FX+80} ${FY-480} ${FX+76} ${FY-440} ${FX+66} ${FY-390}C${FX+76} ${FY-300} ${FX+16} ${FY-260} ${FX+22} ${FY-170}Z`,'#cbb898',.2));
 // left bench and right bench
 log(150,800,338,744,40,29,{lit:'#e0955a',mid:'#7d4a30',dark:'#20161a',end:-1,cap:'#a8693f'});
 log(866,746,1060,804,29,40,{lit:'#e0955a',mid:'#7d4a30',dark:'#20161a',end:1,cap:'#a8693f'});
 // warm rims on the benches where they face the fire
 // blanket on the left bench, guitar leaning on the right one
 s.add('<g transform="translate(2 -6)">');{const c='#c2623d';s.p('M206 762L262 735Q276 752 284 776L300 808Q270 832 236 842L222 806Q214 780 206 762Z',c);s.p('M262 735Q276 752 284 776L300 808L286 815Q276 776 250 741Z','#ffb070',.75);for(const[o,cc]of[[.2,'#f2d9a8'],[.5,'#2f8485'],[.78,'#f2d9a8']]){const x0=lerp(206,262,o),y0=lerp(762,735,o),x1=lerp(222,284,o),y1=lerp(806,776,o),x2=lerp(236,300,o),y2=lerp(842,808,o);s.s(`M${P(x0,y0)}Q${P(lerp(x0,x1,.6)+5,lerp(y0,y1,.5))} ${P(x1,y1)}L${P(x2,y2)}`,cc,o===.5?5:2.6,.9)}let f='';for(let i=0;i<=9;i++){const t=i/9;f+=`M${P(lerp(236,300,t),lerp(842,808,t))}l3 9`}s.s(f,'#f2d9a8',1.6,.85)}s.add('</g>');
 {// guitar
  const gx=916,gy=776,a=.42,k=1.06,G=(x,y)=>[gx+(x*Math.cos(a)-y*Math.sin(a))*k,gy+(x*Math.sin(a)+y*Math.cos(a))*k];
  s.g(s.blur(4),()=>s.p(lens(gx-6,gy+52,56,9),'#1a0f10',.7));
  const body=smooth([[0,-44],[22,-40],[28,-24],[20,-8],[24,4],[38,22],[36,44],[18,56],[0,58],[-18,56],[-36,44],[-38,22],[-24,4],[-20,-8],[-28,-24],[-22,-40]].map(p=>G(...p)),true,.55);
  s.p(smooth([[6,-44],[28,-40],[34,-24],[27,-8],[31,4],[44,22],[42,44],[24,58],[6,60],[-10,56],[0,0],[0,-44]].map(p=>G(...p)),true,.55),'#4b2418');
  s.p(body,s.grad([[0,'#ffce86'],[.5,'#d98a44'],[1,'#a85c2c']],...G(-38,20),...G(40,10)));s.p(circ(...G(0,-2),11*k),'#2c1512');s.s(circ(...G(0,-2),13.4*k),'#7a3d20',1.6);
  s.p(poly([G(-15,32),G(15,32),G(15,38),G(-15,38)]),'#4b2418');s.p(poly([G(-5,-12),G(5,-12),G(4.4,-132),G(-4.4,-132)]),'#5c2f1c');s.p(poly([G(-5,-12),G(-2.6,-12),G(-2.4,-132),G(-4.4,-132)]),'#e09a58',.8);s.p(poly([G(-7,-130),G(7,-130),G(8,-158),G(-8,-158)]),'#3a1c14');let st='';for(const x of[-2.6,0,2.6])st+=`M${P(...G(x,34))}L${P(...G(x*.8,-132))}`;s.s(st,'#ffe6b8',.8,.8);for(const y of[-138,-146,-154])s.p(circ(...G(-10,y),2.2)+circ(...G(10,y),2.2),'#e8c088')}
 // enamel pot and mugs by the stones
 {const p=[454,792];s.g(s.blur(3),()=>s.p(lens(p[0]-6,p[1]+3,36,6),'#2c1512',.6));s.p(`M${P(p[0]-20,p[1])}L${P(p[0]-15,p[1]-48)}H${n1(p[0]+15)}L${P(p[0]+20,p[1])}Q${P(p[0],p[1]+8)} ${P(p[0]-20,p[1])}Z`,s.grad([[0,'#144a50'],[.6,'#2b7f82'],[1,'#ffc07a']],p[0]-20,0,p[0]+22,0));s.p(poly([[p[0]-14,p[1]-42],[p[0]-32,p[1]-52],[p[0]-17,p[1]-24]]),'#12424a');s.s(`M${P(p[0]+15,p[1]-40)}C${P(p[0]+38,p[1]-38)} ${P(p[0]+36,p[1]-10)} ${P(p[0]+19,p[1]-10)}`,'#e0a060',4);s.p(lens(p[0],p[1]-48,15,4.4),'#56a5a2');s.p(circ(p[0],p[1]-54,4),'#e0a060');
  for(const[x,y,c]of[[400,806,'#f4e6c8'],[496,812,'#c2623d']]){s.p(lens(x-4,y+1,18,4),'#2c1512',.5);s.p(`M${P(x-11,y-22)}L${P(x-9,y)}Q${P(x,y+4)} ${P(x+9,y)}L${P(x+11,y-22)}Z`,mix(c,'#5a2c1c',.3));s.p(`M${P(x+1,y-22)}L${P(x+1,y+2)}Q${P(x+6,y+2)} ${P(x+9,y)}L${P(x+11,y-22)}Z`,mix(c,'#ffd08a',.4));s.s(`M${P(x-11,y-17)}C${P(x-22,y-16)} ${P(x-20,y-4)} ${P(x-10,y-5)}`,mix(c,'#5a2c1c',.4),3);s.p(lens(x,y-22,11,3),'#4b2418')}}
 // dark frame: palm and tree at the sides, grass in front
 {const p=palm(1086,690,500,R,{crown:176,lean:.05,n:13,tw:9,w:1.7});s.p(p.back,'#0a2832');s.p(p.trunk,ink);s.p(p.front,ink);s.p(poly([[1079,690],[1085,690],[1094,470],[1089,470]]),'#d98a4c',.55)}
 {const p=palm(1160,700,330,R,{crown:120,lean:-.03,n:9,tw:7,w:1.5});s.p(p.back,'#0a2832');s.p(p.trunk,ink);s.p(p.front,ink);s.p(poly([[1154,700],[1158,700],[1155,520],[1152,520]]),'#d98a4c',.45)}
 {const T=rng(5);let g='',w='';for(const[x,y,n]of[[1086,692,12],[1160,702,9]])for(let i=0;i<n;i++){g+=tuft(x+T.r(-24,24),y+T.r(2,9),T.r(16,34),4,T,{spread:1.2,w:1.9});if(i%3===0)w+=tuft(x-T.r(4,26),y+T.r(4,10),T.r(12,22),3,T,{spread:1,w:1.3})}s.p(g,ink);s.p(w,'#7a5a34',.8)}
 {let a='',b='';for(let i=0;i<64;i++){const x=R.r(-10,1215),e=Math.abs(x-600)/600;a+=tuft(x,914,R.r(30,60)+e*70,4,R,{spread:.9,w:2.6});if(i%2)b+=tuft(x+7,908,R.r(26,50)+e*50,3,R,{spread:.8,w:1.6,lean:x<600?.16:-.16})}s.p(b,'#7a5a34',.75);s.p(a,ink)}
 // fireflies
 for(let i=0;i<11;i++){const x=R()<.5?R.r(20,300):R.r(900,1180),y=R.r(600,850);s.p(circ(x,y,8),s.grad([[0,'#e6f0a0',.75],[1,'#e6f0a0',0]],x,y,8,0,'radial'));s.p(circ(x,y,1.6),'#f8fbd0')}
 return s.svg('Ilustração: fogueira com bancos de tronco à noite, à beira do lago');
}
